import { createRandom, permutationTest, sequentialLevels, type SpendingShape } from '../src/index.js';
import { markdownTable, percent, type Simulation } from './table.js';

const DRAWS = 2000;

/** How often a comparison of two runs of the same agent finds that the second is worse, at 5 %. */
export function falseAlarms(cases: number, before: number, after: number, draws: number, seed: number): number {
  const random = createRandom(seed);
  let alarms = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const units = Array.from({ length: cases }, () => {
      const rate = random.unit() ** 0.5;
      const reply = (): number => (random.unit() < rate ? 1 : 0);
      return { before: Array.from({ length: before }, reply), after: Array.from({ length: after }, reply) };
    });
    if (permutationTest(units, { alternative: 'less', rounds: 399, seed: draw }).p <= 0.05) alarms += 1;
  }
  return alarms / draws;
}

/** How often a sum of normal steps passes a bound at any of the looks. */
export function sequentialAlarms(shape: SpendingShape, looks: number, draws: number, seed: number): number {
  const random = createRandom(seed);
  const bounds = sequentialLevels(Array.from({ length: looks }, (_, look) => (look + 1) / looks), { shape });
  let alarms = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    for (const [look, { z }] of bounds.entries()) {
      sum += Math.sqrt(2 * random.exponential()) * Math.cos(2 * Math.PI * random.unit());
      if (Math.abs(sum) / Math.sqrt(look + 1) >= z) {
        alarms += 1;
        break;
      }
    }
  }
  return alarms / draws;
}

export const alarms: Simulation = {
  name: 'alarms',
  title: 'An agent against itself: how often a permutation test at 5 % finds it worse',
  run(effort) {
    const draws = Math.ceil(DRAWS * effort);
    const shapes = [[1, 1], [3, 3], [5, 1], [2, 5]] as const;
    return markdownTable([
      ['repeats before, after', '10 cases', '30 cases', '100 cases'],
      ...shapes.map(([before, after]) => [
        `${before}, ${after}`,
        ...[10, 30, 100].map((cases) => percent(falseAlarms(cases, before, after, draws, 100 * before + 10 * after + cases))),
      ]),
    ]);
  },
};

export const looks: Simulation = {
  name: 'looks',
  title: 'Looking several times at 5 %: how often anything is found where there is nothing',
  run: (effort) =>
    markdownTable([
      ['spending', '2 looks', '5 looks', '8 looks'],
      ...(['obrien-fleming', 'hwang-shih-decani', 'pocock'] as const).map((shape) => [
        shape,
        ...[2, 5, 8].map((count) => percent(sequentialAlarms(shape, count, Math.ceil(200_000 * effort), count), 2)),
      ]),
    ]),
};
