import { describe, expect, test } from 'vitest';
import * as statistics from './index.js';

const { createRandom, repeatSequence } = statistics;
const functions = new Map<string, unknown>(Object.entries(statistics));

interface Sample {
  /** Arguments with which the function works: every argument, every field and the first item of every list is there to be replaced. */
  readonly args: readonly unknown[];
  /** Places where null, or NaN, means something. */
  readonly takes?: Readonly<Record<string, readonly unknown[]>>;
  /** Places that hold one of a few words or numbers. */
  readonly choices?: readonly string[];
}

const COUNTS = { truePassed: 8, trueLabels: 10, falseFailed: 9, falseLabels: 12 };
const SEQUENCE = { least: 2, most: 5, alpha: 0.05 };
const RANGE = { low: 0, high: 1, level: 0.9, largestWeight: 2, counts: [1, 2] };
const DRAWS = { rounds: 20, work: 1000, exactUpTo: 1, seed: 2, rounding: 0 };
const UNITS = [{ before: [1, 0], after: [0, 1], weight: 1 }, { before: [0.5, 1], after: [0, 0], weight: 2 }];
const ITEMS = [{ judged: 0.5, label: 1, chance: 0.5, weight: 1, cluster: 'a' }, { judged: 1, label: 1, chance: 0.5, weight: 2, cluster: 'b' }];
const POWERED = { low: 0, high: 1, level: 0.9, fewestLabelled: 2 };

const SAMPLES: Readonly<Record<keyof typeof statistics, Sample>> = {
  alphaOfSums: { args: [[{ ratings: 2, sum: 1, squares: 1, apart: 2 }, { ratings: 2, sum: 2, squares: 2, apart: 0 }], { level: 0.9, rounds: 10, seed: 1 }] },
  benjaminiHochberg: { args: [[0.1, 0.2], [1, 2]] },
  bradleyTerry: { args: [[{ one: 'a', other: 'b', winner: 'one', case: 'c' }], { level: 0.9, rounds: 5, seed: 1, penalty: 0.1 }], choices: ['0[0].winner'] },
  calibrationError: { args: [[0.5, 1], [1, 0], 5] },
  chiSquareCdf: { args: [1, 2] },
  chiSquareQuantile: { args: [0.5, 2] },
  classificationFigures: { args: [['a', 'b'], ['a', 'a'], ['c']] },
  clopperPearson: { args: [1, 2, 0.9] },
  clusteredMean: { args: [[1, 2], [1, 2], 'CR1'], choices: ['2'] },
  cohenKappa: { args: [[[1, 2], [3, 4]], 'linear'], choices: ['1'] },
  createRandom: { args: [1] },
  createReliability: { args: [5] },
  drawDirichlet: { args: [createRandom(1), 2] },
  effectiveVotes: { args: [[{ cluster: 'a', weight: 1, wrong: [true, false] }, { cluster: 'b', weight: 1, wrong: [false, true] }], { level: 0.9, rounds: 5, seed: 1 }] },
  gaffke: { args: [[0.5, 1], { low: 0, high: 1, level: 0.9 }] },
  gaffkeLowerBound: { args: [[0.5, 1], [1, 2], RANGE] },
  gaffkeRatio: { args: [[0.5, 1], [1, 2], RANGE] },
  gaffkeTest: { args: [[0.5, 1], [1, 2], 0.5, RANGE] },
  holm: { args: [[0.1, 0.2]] },
  incompleteBeta: { args: [0.5, 1, 2] },
  incompleteGamma: { args: [1, 2] },
  kappaInterval: { args: [[[[1, 2], [3, 4]], [[2, 1], [1, 2]]], { level: 0.9, rounds: 5, seed: 1 }] },
  krippendorffAlpha: { args: [[[1, 2], [2, 2]], 'ordinal'], choices: ['1'], takes: { '0[0][0]': [null] } },
  krippendorffInterval: { args: [[[1, 2], [2, 2]], { metric: 'interval', level: 0.9, rounds: 5, seed: 1 }], choices: ['1.metric'], takes: { '0[0][0]': [null] } },
  labelFigures: { args: [{ label: 'a', support: 3, predicted: 2, hits: 1 }] },
  labelIntervals: { args: [[{ support: 3, predicted: 2, hits: 1 }], 0.9] },
  logGamma: { args: [2] },
  lookAt: { args: [{ sums: [1, 2], weights: [2, 2], heaviest: 2, noise: 0.1 }, { value: 0.5, low: 0, high: 1 }, { repeats: 2, most: 5, alpha: 0.05 }], takes: { '0.noise': [null] } },
  // It looks at no more of a label.
  macroFigures: { args: [[{ precision: 0.5, recall: 0.3, f1: 0.4 }]], takes: { '0[0].precision': [null], '0[0].recall': [null], '0[0].f1': [null] } },
  meanOfFiguresInterval: { args: [[0.5], [{ low: 0.2, high: 0.8 }], 1] },
  microFigures: { args: [1, 2, 3] },
  neededSize: { args: [0.1, 0.2, 0.8, { alpha: 0.05, sides: 2 }], choices: ['3.sides'] },
  normalCdf: { args: [1], takes: { 0: [Number.NaN] } },
  normalQuantile: { args: [0.5] },
  pairedDifference: { args: [[0.5, 1], [0, 1], { weights: [1, 2], low: 0, high: 1, level: 0.9, largestWeight: 2 }] },
  passAtK: { args: [3, 2, 1] },
  passHatK: { args: [3, 2, 1] },
  permutationTest: { args: [UNITS, { ...DRAWS, alternative: 'less' }], choices: ['1.alternative'] },
  permutationTests: { args: [UNITS, DRAWS] },
  powerOf: { args: [10, 0.1, 0.2, { alpha: 0.05, sides: 1 }], choices: ['3.sides'] },
  predictionPowered: { args: [ITEMS, POWERED], takes: { '0[0].judged': [null], '0[0].label': [null] } },
  predictionPoweredDifference: {
    args: [ITEMS, ITEMS.map(({ judged, label }) => ({ judged, label })), POWERED],
    takes: { '0[0].judged': [null], '0[0].label': [null], '1[0].judged': [null], '1[0].label': [null] },
  },
  quantile: { args: [[1, 2], 0.5] },
  ratingSums: { args: [[1, 2]], takes: { '0[0]': [null] } },
  repeatSequence: { args: [SEQUENCE] },
  roganGladen: { args: [{ passed: 3, verdicts: 10, ...COUNTS }, 0.9] },
  sequentialLevels: { args: [[0.5, 1], { alpha: 0.05, shape: 'pocock', sides: 2 }], choices: ['1.shape', '1.sides'] },
  signFlipTest: { args: [[0.5, 1], { ...DRAWS, alternative: 'greater', weights: [1, 2] }], choices: ['1.alternative'] },
  smallestDifference: { args: [10, 0.2, 0.8, { alpha: 0.05, sides: 2 }], choices: ['3.sides'] },
  spentAlpha: { args: ['pocock', 0.05, 0.5], choices: ['0'] },
  stopRule: { args: [[{ repeats: 2, noiseShare: 0.5, below: 0.5, above: 0.5, later: 0.5 }], SEQUENCE, repeatSequence(SEQUENCE)] },
  studentCdf: { args: [1, 2], takes: { 0: [Number.NaN] } },
  studentInterval: { args: [0, 1, 5, 0.9] },
  studentQuantile: { args: [0.5, 3] },
  varianceParts: { args: [[[[1, 2], [0, 1]], [[1, 1]]]] },
  votingWeight: { args: [COUNTS] },
  weightedMean: { args: [[1, 2], [1, 2]] },
  wilson: { args: [1, 2, 0.9] },
};

type Change = readonly [place: string, changed: (wrong: unknown) => unknown, value: unknown];

/** Every place of a value, with a way to put something else there. */
function placesOf(place: string, value: unknown, put: (wrong: unknown) => unknown): Change[] {
  const here: Change = [place, put, value];
  if (Array.isArray(value)) return [here, ...(value.length === 0 ? [] : placesOf(`${place}[0]`, value[0], (wrong) => put([wrong, ...value.slice(1)])))];
  if (typeof value !== 'object' || value === null || Object.values(value).some((field) => typeof field === 'function')) return [here];
  return [here, ...Object.entries(value).flatMap(([key, field]) => placesOf(`${place}.${key}`, field, (wrong) => put({ ...value, [key]: wrong })))];
}

/** What cannot stand where this value stands. */
function wrongFor(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return ['1', null, {}, [1], true, Number.NaN, 1n];
  if (typeof value === 'string') return [null, {}, true];
  if (typeof value === 'boolean') return [null, 'yes', 1];
  return Array.isArray(value) ? [null, 5, 'ab', {}] : [null, 5, 'ab'];
}

describe.each(Object.entries(SAMPLES))('%s', (name, { args, takes = {}, choices = [] }) => {
  const call = functions.get(name) as (...given: readonly unknown[]) => unknown;
  const places = args.flatMap((value, index) => placesOf(String(index), value, (wrong) => args.with(index, wrong)));

  test('works with the sample', () => {
    expect(() => call(...args)).not.toThrow();
  });

  test('what it cannot work with is a RangeError that says what is allowed, whatever is wrong with it', () => {
    const wrong = places.flatMap(([place, put, value]) => {
      const others = [...wrongFor(value), ...(choices.includes(place) ? ['no such', 7] : [])];
      return others.filter((other) => takes[place]?.some((taken) => Object.is(taken, other)) !== true).map((other) => ({ place, other, given: put(other) as readonly unknown[] }));
    });
    const said = wrong.map(({ place, other, given }) => {
      try {
        call(...given);
        return `${place} = ${String(other)} is taken`;
      } catch (error) {
        const isSaid = error instanceof RangeError && error.message.includes('; allowed: ');
        return isSaid ? 'refused' : `${place} = ${String(other)}: ${String(error)}`;
      }
    });
    expect(said.filter((each) => each !== 'refused')).toEqual([]);
  });

  test('nothing at all is refused too, but where nothing has to be said', () => {
    if (name === 'createReliability') expect(() => call()).not.toThrow();
    else expect(() => call()).toThrow(RangeError);
  });
});

test('what they hand out refuses in the same way', () => {
  const random = createRandom(1);
  const sequence = repeatSequence(SEQUENCE);
  const reliability = statistics.createReliability();
  const point = { repeats: 2, noiseShare: 0.5 };
  const calls: Readonly<Record<string, () => unknown>> = {
    'no number below': () => random.below(0),
    'no whole number': () => random.below(1.5),
    'more than bits have': () => random.below(2 ** 33),
    'no number to draw': () => random.below('3' as never),
    'no point': () => sequence.level(null as never),
    'repeats of a point': () => sequence.level({ ...point, repeats: 9 }),
    'repeats that are not whole': () => sequence.level({ ...point, repeats: 2.5 }),
    'a share that is none': () => sequence.chance({ ...point, noiseShare: 2 }, 0.5),
    'no chance': () => sequence.chance(point, '0.5' as never),
    'a chance above 1': () => sequence.chance(point, 2),
    'a confidence': () => reliability.add('1' as never, 1),
    'an outcome': () => reliability.add(1, 2),
  };
  for (const [name, run] of Object.entries(calls)) expect(run, name).toThrow(RangeError);
});
