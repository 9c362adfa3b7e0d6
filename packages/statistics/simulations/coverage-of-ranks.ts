import { bradleyTerry, createRandom, type Random, type Comparison } from '../src/index.js';
import { markdownTable, percent, type Simulation } from './table.js';

const SIZES = [10, 20, 50, 200];
const DRAWS = 200;
const ROUNDS = 200;

/** Members whose strengths are known, and how their replies to a case come out. */
export interface Field {
  readonly name: string;
  /** 0 on average. */
  readonly strengths: readonly number[];
  /** What a case of this number says of them. */
  readonly compare: (random: Random, index: number) => readonly Comparison[];
}

const nameOf = (member: number): string => `m${member}`;

/** Each pair once in each case, ties by Davidson's ν. */
function everyPair(strengths: readonly number[], ties: number): Field['compare'] {
  return (random, index) =>
    strengths.flatMap((one, first) =>
      strengths.slice(first + 1).map((other, offset): Comparison => {
        const [won, lost, level] = [Math.exp(one), Math.exp(other), ties * Math.exp((one + other) / 2)];
        const drawn = random.unit() * (won + lost + level);
        return { one: nameOf(first), other: nameOf(first + 1 + offset), winner: drawn < won ? 'one' : drawn < won + lost ? 'other' : 'tie', case: index };
      }),
    );
}

/** Two repeats in each case: a win and a loss, and with a chance of `rare` two wins of the first. */
function alike(rare: number): Field {
  const half = Math.log((1 + rare) / (1 - rare)) / 2;
  return {
    name: `2 members, each case a win and a loss, ${percent(rare, 0)} two wins`,
    strengths: [half, -half],
    compare(random, index) {
      const [one, other] = [nameOf(0), nameOf(1)];
      const second = random.unit() < rare ? 'one' : 'other';
      return [{ one, other, winner: 'one', case: index }, { one, other, winner: second, case: index }];
    },
  };
}

const field = (name: string, strengths: readonly number[], ties: number): Field => ({ name, strengths, compare: everyPair(strengths, ties) });

export const FIELDS: readonly Field[] = [
  field('2 members, alike', [0, 0], 0),
  field('2 members, one wins 73 %', [0.5, -0.5], 0),
  field('2 members, one wins 95 %', [1.5, -1.5], 0),
  field('2 members, one wins 73 % of what is decided, many ties', [0.5, -0.5], 2),
  field('4 members', [1, 0.3, -0.3, -1], 0),
  field('4 members, many ties', [1, 0.3, -0.3, -1], 2),
  alike(0.02),
  alike(0.1),
];

export interface RankCoverage {
  /** Of the members of all draws, those whose interval holds their strength; an open end holds all beyond it. */
  readonly held: number;
  /** Those with an open end. */
  readonly open: number;
  /** Mean width of the others; null where there is none. */
  readonly width: number | null;
}

/** How often intervals of strengths hold what they are. */
export function rankCoverage({ strengths, compare }: Field, cases: number, draws: number): RankCoverage {
  let [held, open, width] = [0, 0, 0];
  for (let draw = 0; draw < draws; draw += 1) {
    const random = createRandom(5_000_000 + draw);
    const comparisons = Array.from({ length: cases }, (_, index) => compare(random, index)).flat();
    for (const { members } of bradleyTerry(comparisons, { rounds: ROUNDS, seed: draw })) {
      for (const { name, low, high, openBelow, openAbove } of members) {
        const truth = strengths[Number(name.slice(1))] ?? Number.NaN;
        if ((openBelow || (low ?? Number.NaN) <= truth) && (openAbove || truth <= (high ?? Number.NaN))) held += 1;
        if (openBelow || openAbove) open += 1;
        else width += (high ?? Number.NaN) - (low ?? Number.NaN);
      }
    }
  }
  const all = draws * strengths.length;
  return { held: held / all, open: open / all, width: open === all ? null : width / (all - open) };
}

export const coverageOfRanks: Simulation = {
  name: 'ranks',
  title: 'Strengths of a ranking: coverage of a 95 % interval, the share with an open end, and the mean width of the others',
  run: (effort) =>
    markdownTable([
      ['compared', ...SIZES.flatMap((size) => [`${size} cases`, 'open', 'width'])],
      ...FIELDS.map((each) => [
        each.name,
        ...SIZES.flatMap((size) => {
          const { held, open, width } = rankCoverage(each, size, Math.ceil(DRAWS * effort));
          return [percent(held), percent(open, 0), width === null ? '–' : width.toFixed(2)];
        }),
      ]),
    ]),
};
