import { createRandom, effectiveVotes, votingWeight, type Random, type VotedItem } from '../src/index.js';
import { markdownTable, percent, type Simulation } from './table.js';

const SIZES = [30, 50, 100, 200];
const DRAWS = 300;
const ERROR_RATE = 0.2;

/**
 * Whether each of the voters errs: with the chance `correlation` all as one, else each for itself. Any two errors so have that correlation.
 * The share of items on which they err as one is the same.
 */
function drawErrors(random: Random, voters: number, correlation: number): boolean[] {
  const together = random.unit() < correlation;
  const one = random.unit() < ERROR_RATE;
  return Array.from({ length: voters }, () => (together ? one : random.unit() < ERROR_RATE));
}

export interface VoteCoverage {
  /** Of the draws that have an interval, those whose interval holds the truth. */
  readonly held: number;
  readonly width: number;
  /** Draws in which somebody never erred, and nothing is said. */
  readonly silent: number;
}

/** How often the interval of effective votes holds what they are. */
export function voteCoverage(correlation: number, voters: number, labels: number, draws: number): VoteCoverage {
  const truth = voters / (1 + (voters - 1) * correlation);
  let [held, width, said] = [0, 0, 0];
  for (let draw = 0; draw < draws; draw += 1) {
    const random = createRandom(3_000_000 + draw);
    const items = Array.from({ length: labels }, (_, index): VotedItem => ({ cluster: String(index), weight: 1, wrong: drawErrors(random, voters, correlation) }));
    const { interval } = effectiveVotes(items, { rounds: 400, seed: draw });
    if (!interval) continue;
    said += 1;
    if (interval.low <= truth && truth <= interval.high) held += 1;
    width += interval.high - interval.low;
  }
  return { held: held / said, width: width / said, silent: 1 - said / draws };
}

export const coverageOfVotes: Simulation = {
  name: 'votes',
  title: `Effective votes of judges that err on ${percent(ERROR_RATE, 0)} of the replies: coverage and mean width of a 95 % interval`,
  run: (effort) =>
    markdownTable([
      ['judges, correlation of errors, effective votes', ...SIZES.flatMap((size) => [`${size} labels`, 'width'])],
      ...[2, 3, 5].flatMap((voters) =>
        [0, 0.3, 0.7].map((correlation) => [
          `${voters}, ${correlation}, ${(voters / (1 + (voters - 1) * correlation)).toFixed(2)}`,
          ...SIZES.flatMap((size) => {
            const { held, width } = voteCoverage(correlation, voters, size, Math.ceil(DRAWS * effort));
            return [percent(held), width.toFixed(2)];
          }),
        ]),
      ),
    ]),
};

interface Panel {
  readonly name: string;
  /** Of each judge: of true passes the share that it passes, of true fails the share that it fails. */
  readonly rates: readonly (readonly [tpr: number, tnr: number])[];
}

const PANELS: readonly Panel[] = [
  { name: 'one good, one middling, one poor', rates: [[0.95, 0.9], [0.85, 0.75], [0.7, 0.6]] },
  { name: 'one good, one poor', rates: [[0.95, 0.9], [0.7, 0.6]] },
  { name: 'one excellent, two poor', rates: [[0.98, 0.97], [0.7, 0.7], [0.7, 0.7]] },
  { name: 'three alike', rates: [[0.85, 0.8], [0.85, 0.8], [0.85, 0.8]] },
];

const PASS_RATE = 0.6;

/** Mean square error of a panel's score, of verdicts that are 0 or 1 and independent, for given weights. */
function squareError(rates: Panel['rates'], weights: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let error = 0;
  for (const [truth, share] of [[1, PASS_RATE], [0, 1 - PASS_RATE]] as const) {
    const passes = rates.map(([tpr, tnr]) => (truth === 1 ? tpr : 1 - tnr));
    const mean = passes.reduce((sum, pass, index) => sum + ((weights[index] ?? 0) / all) * pass, 0);
    const variance = passes.reduce((sum, pass, index) => sum + ((weights[index] ?? 0) / all) ** 2 * pass * (1 - pass), 0);
    error += share * ((mean - truth) ** 2 + variance);
  }
  return error;
}

/** Mean square error of a panel's score with weights from so many labels. */
export function calibratedError({ rates }: Panel, labels: number, draws: number): number {
  let error = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const random = createRandom(4_000_000 + draw);
    const truths = Array.from({ length: labels }, () => random.unit() < PASS_RATE);
    const weights = rates.map(([tpr, tnr]) => {
      const right = truths.map((truth) => random.unit() < (truth ? tpr : tnr));
      const count = (truth: boolean, isRight: boolean): number => truths.filter((each, index) => each === truth && (!isRight || right[index])).length;
      return votingWeight({ truePassed: count(true, true), trueLabels: count(true, false), falseFailed: count(false, true), falseLabels: count(false, false) });
    });
    error += squareError(rates, weights.map((weight) => Math.max(weight, 1e-3))) / draws;
  }
  return error;
}

export const errorOfWeights: Simulation = {
  name: 'weights',
  title: 'Mean square error of the score of a panel: every judge counts the same, and by weights from labels',
  run: (effort) =>
    markdownTable([
      ['judges', 'the same', ...SIZES.map((size) => `${size} labels`)],
      ...PANELS.map((panel) => [
        panel.name,
        squareError(panel.rates, panel.rates.map(() => 1)).toFixed(3),
        ...SIZES.map((size) => calibratedError(panel, size, Math.ceil(DRAWS * effort)).toFixed(3)),
      ]),
    ]),
};

export const samplePanels = PANELS;
