import type { Random } from '../src/index.js';

/** A law of scores in [0, 1] whose mean is known. */
export interface ScoreLaw {
  readonly name: string;
  readonly mean: number;
  draw(random: Random): number;
}

/** Beta with whole parameters, as the share of a sum of exponential variables. */
function beta(random: Random, a: number, b: number): number {
  let [first, second] = [0, 0];
  for (let draw = 0; draw < a; draw += 1) first += random.exponential();
  for (let draw = 0; draw < b; draw += 1) second += random.exponential();
  return first / (first + second);
}

/** One of the values, each with its chance. */
function discrete(name: string, chances: readonly (readonly [value: number, chance: number])[]): ScoreLaw {
  return {
    name,
    mean: chances.reduce((sum, [value, chance]) => sum + value * chance, 0),
    draw(random) {
      let left = random.unit();
      for (const [value, chance] of chances) {
        left -= chance;
        if (left < 0) return value;
      }
      return chances.at(-1)?.[0] ?? 0;
    },
  };
}

const panelMean: ScoreLaw = {
  name: 'mean of three verdicts, each passes 80 %',
  mean: 0.8,
  draw: (random) => ([0, 1, 2].filter(() => random.unit() < 0.8).length) / 3,
};

/** Shapes that scores of evaluations have, easy and hard ones. With passes and fails, which are enumerated apart, they are twelve. */
export const SCORE_LAWS: readonly ScoreLaw[] = [
  { name: 'uniform', mean: 0.5, draw: (random) => random.unit() },
  { name: 'hill, Beta(2, 2)', mean: 0.5, draw: (random) => beta(random, 2, 2) },
  { name: 'mostly good, Beta(8, 2)', mean: 0.8, draw: (random) => beta(random, 8, 2) },
  { name: 'two heaps, Beta(½, ½)', mean: 0.5, draw: (random) => Math.sin((Math.PI / 2) * random.unit()) ** 2 },
  { name: 'mostly bad, u⁴', mean: 0.2, draw: (random) => random.unit() ** 4 },
  discrete('five classes, all as likely', [[0, 0.2], [0.25, 0.2], [0.5, 0.2], [0.75, 0.2], [1, 0.2]]),
  discrete('five classes, mostly full', [[0, 0.02], [0.25, 0.03], [0.5, 0.05], [0.75, 0.15], [1, 0.75]]),
  panelMean,
  { name: 'good with 5 % of zeros', mean: 0.95 * 0.9, draw: (random) => (random.unit() < 0.05 ? 0 : 0.8 + 0.2 * random.unit()) },
  discrete('0.9, and 1 % of zeros', [[0, 0.01], [0.9, 0.99]]),
  { name: 'all right or anything, half each', mean: 0.75, draw: (random) => (random.unit() < 0.5 ? 1 : random.unit()) },
];

/** Far from both ends of the range, and with next to no spread: what an interval that assumes nothing of the shape is too wide for. */
export const NARROW: ScoreLaw = { name: 'narrow, Beta(50, 50)', mean: 0.5, draw: (random) => beta(random, 50, 50) };
