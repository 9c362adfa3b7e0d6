import { createRandom, holm, permutationTests, quantile, type Random } from '../src/index.js';
import { markdownTable, percent, type Simulation } from './table.js';

const ALPHA = 0.05;

/** Replies of an agent to a suite: each case has a rate of its own, mostly a high one. */
function drawRates(cases: number, random: Random): readonly number[] {
  return Array.from({ length: cases }, () => Math.sqrt(random.unit()));
}

function drawReplies(rates: readonly number[], repeats: number, random: Random): readonly (readonly number[])[] {
  return rates.map((rate) => Array.from({ length: repeats }, () => (random.unit() < rate ? 1 : 0)));
}

/** The chance that the second run is worse, as a comparison gives it. */
function chanceOfWorse(before: readonly (readonly number[])[], after: readonly (readonly number[])[], seed: number, rounds = 399): number {
  return permutationTests(before.map((replies, index) => ({ before: replies, after: after[index] ?? [] })), { rounds, seed }).less;
}

export interface Unchanged {
  readonly suites: number;
  readonly cases: number;
  readonly repeats: number;
}

/** How often a check of an unchanged agent calls any suite worse, with a baseline that is drawn anew each time. */
export function anyAlarm({ suites, cases, repeats }: Unchanged, draws: number, seed: number): number {
  const random = createRandom(seed);
  let alarms = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const chances = Array.from({ length: suites }, (_, suite) => {
      const rates = drawRates(cases, random);
      return chanceOfWorse(drawReplies(rates, repeats, random), drawReplies(rates, repeats, random), draw * suites + suite);
    });
    if (holm(chances).some((p) => p <= ALPHA)) alarms += 1;
  }
  return alarms / draws;
}

/** For each of several committed baselines, how often a later run of the unchanged agent is called worse than it. */
export function alarmsOfBaselines({ cases, repeats }: Omit<Unchanged, 'suites'>, baselines: number, runs: number, seed: number): readonly number[] {
  const random = createRandom(seed);
  return Array.from({ length: baselines }, () => {
    const rates = drawRates(cases, random);
    const committed = drawReplies(rates, repeats, random);
    let alarms = 0;
    for (let run = 0; run < runs; run += 1) if (chanceOfWorse(committed, drawReplies(rates, 5, random), run, 199) <= ALPHA) alarms += 1;
    return alarms / runs;
  });
}

export const unchanged: Simulation = {
  name: 'unchanged',
  title: 'An unchanged agent, baselines drawn anew: how often any suite is called worse at 5 %',
  run(effort) {
    const draws = Math.ceil(1000 * effort);
    return markdownTable([
      ['cases, repeats', '1 suite', '5 suites', '20 suites'],
      ...([[10, 5], [30, 5], [30, 1], [100, 3]] as const).map(([cases, repeats]) => [
        `${cases}, ${repeats}`,
        ...[1, 5, 20].map((suites) => percent(anyAlarm({ suites, cases, repeats }, draws, 1000 * cases + 10 * repeats + suites))),
      ]),
    ]);
  },
};

export const committed: Simulation = {
  name: 'committed',
  title: 'One committed baseline of 50 cases, later runs of five repeats: how often an unchanged agent is called worse',
  run(effort) {
    const [baselines, runs] = [Math.ceil(100 * effort), Math.ceil(50 * effort)];
    return markdownTable([
      ['repeats of the baseline', 'mean over baselines', 'of the median one', '9 of 10 are below', '19 of 20 are below', 'of the unluckiest'],
      ...[1, 3, 5, 25].map((repeats) => {
        const rates = alarmsOfBaselines({ cases: 50, repeats }, baselines, runs, repeats);
        const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
        return [String(repeats), percent(mean), ...[0.5, 0.9, 0.95, 1].map((q) => percent(quantile(rates, q)))];
      }),
    ]);
  },
};
