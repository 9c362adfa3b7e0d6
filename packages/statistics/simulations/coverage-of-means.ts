import { clopperPearson, createRandom, gaffke, gaffkeTest, studentInterval, clusteredMean, wilson } from '../src/index.js';
import { NARROW, SCORE_LAWS, type ScoreLaw } from './score-laws.js';
import { markdownTable, percent, type Simulation } from './table.js';

const SIZES = [5, 10, 20, 50, 100, 200, 500, 1000];
const DRAWS = 20_000;
const WIDTH_DRAWS = 2000;
const BEYOND = 0.025;

/** How often the 95 % interval holds the mean. */
export function coverageOf(law: ScoreLaw, size: number, draws: number, seed: number): number {
  const random = createRandom(seed);
  const weights = new Float64Array(size).fill(1);
  let held = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const values = weights.map(() => law.draw(random));
    const { less, greater } = gaffkeTest(values, weights, law.mean);
    if (less >= BEYOND && greater >= BEYOND) held += 1;
  }
  return held / draws;
}

/** Mean widths of the intervals of Gaffke and Student, and how often Student's holds the mean. */
export function widthsOf(law: ScoreLaw, size: number, draws: number, seed: number): { gaffke: number; student: number; studentHeld: number } {
  const random = createRandom(seed);
  const weights = new Float64Array(size).fill(1);
  const found = { gaffke: 0, student: 0, studentHeld: 0 };
  for (let draw = 0; draw < draws; draw += 1) {
    const values = weights.map(() => law.draw(random));
    const own = gaffke(values);
    const { mean, error } = clusteredMean(values, weights);
    const student = studentInterval(mean, error ?? 0, size - 1);
    found.gaffke += (own.high - own.low) / draws;
    found.student += (student.high - student.low) / draws;
    if (student.low <= law.mean && law.mean <= student.high) found.studentHeld += 1 / draws;
  }
  return found;
}

/**
 * The least coverage over all true rates: chances of all counts, added up. From one end of an interval to the next, the same counts hold the
 * rate, and the chance of them rises and then falls: it is least at an end, or beside it, where the interval that ends there does not hold.
 */
export function leastRateCoverage(size: number, interval: typeof clopperPearson): number {
  const intervals = Array.from({ length: size + 1 }, (_, passed) => interval(passed, size));
  const logs = new Float64Array(size + 1);
  for (let passed = 1; passed <= size; passed += 1) logs[passed] = (logs[passed - 1] ?? 0) + Math.log((size - passed + 1) / passed);
  let least = 1;
  for (const rate of intervals.flatMap(({ low, high }) => [low, high])) {
    if (rate <= 0 || rate >= 1) continue;
    let [below, above] = [0, 0];
    for (const [passed, { low, high }] of intervals.entries()) {
      if (rate < low || rate > high) continue;
      const chance = Math.exp((logs[passed] ?? 0) + passed * Math.log(rate) + (size - passed) * Math.log(1 - rate));
      if (low < rate) below += chance;
      if (rate < high) above += chance;
    }
    least = Math.min(least, below, above);
  }
  return least;
}

export const coverageOfRates: Simulation = {
  name: 'rates',
  title: 'Pass rates: the least coverage of a 95 % interval over all true rates, enumerated',
  run: () =>
    markdownTable([
      ['interval', ...SIZES.map((size) => `n = ${size}`)],
      ['Clopper–Pearson', ...SIZES.map((size) => percent(leastRateCoverage(size, clopperPearson)))],
      ['Wilson', ...SIZES.map((size) => percent(leastRateCoverage(size, wilson)))],
    ]),
};

export const coverageOfMeans: Simulation = {
  name: 'means',
  title: 'Other scores: coverage of a 95 % interval of Gaffke',
  run: (effort) =>
    markdownTable([
      ['scores', ...SIZES.map((size) => `n = ${size}`)],
      ...[...SCORE_LAWS, NARROW].map((law, place) => [
        law.name,
        ...SIZES.map((size) => percent(coverageOf(law, size, Math.ceil(DRAWS * effort), 1000 * place + size))),
      ]),
    ]),
};

export const widthOfMeans: Simulation = {
  name: 'widths',
  title: "Mean width at n = 200, beside Student's interval",
  run: (effort) =>
    markdownTable([
      ['scores', 'Gaffke', 'Student', 'ratio', "Student's coverage"],
      ...[...SCORE_LAWS, NARROW].map((law, place) => {
        const { gaffke: own, student, studentHeld } = widthsOf(law, 200, Math.ceil(WIDTH_DRAWS * effort), 7000 + place);
        return [law.name, own.toFixed(3), student.toFixed(3), (own / student).toFixed(2), percent(studentHeld)];
      }),
    ]),
};
