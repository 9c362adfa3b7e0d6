import { createRandom, lookAt, repeatSequence, stopRule, type Random, type RepeatLook } from '../src/index.js';
import { markdownTable, percent, type Simulation } from './table.js';

const [ALPHA, MARGIN, LEAST, MOST] = [0.05, 0.05, 3, 10];
const DESIGN = { least: LEAST, most: MOST, alpha: ALPHA };
/** Repeats of the run before. */
const BEFORE = 5;
/** The mean rate with which replies pass before, by the law of `drawCase`. */
const MEAN_RATE = 2 / 3;

type Found = 'worse' | 'not worse' | 'open';

/** Shares of the draws. */
export interface Stopped {
  readonly worse: number;
  readonly notWorse: number;
  /** Called worse where it is not by more than the margin, or not worse where it is. */
  readonly wrong: number;
  /** Decided as all repeats would decide. */
  readonly agreed: number;
  /** Of the requests that all repeats take. */
  readonly requests: number;
}

interface DrawnCase {
  /** Mean of the replies before. */
  readonly before: number;
  /** Passes among the first replies, by their number. */
  readonly passes: readonly number[];
}

/** A case with a rate of its own, mostly a high one, that changes in proportion. */
function drawCase(effect: number, random: Random): DrawnCase {
  const rate = Math.sqrt(random.unit());
  const passed = (chance: number): number => (random.unit() < chance ? 1 : 0);
  let before = 0;
  for (let reply = 0; reply < BEFORE; reply += 1) before += passed(rate) / BEFORE;
  const passes = [0];
  for (let reply = 1; reply <= MOST; reply += 1) passes.push((passes[reply - 1] ?? 0) + passed(rate * (1 + effect / MEAN_RATE)));
  return { before, passes };
}

function look(cases: readonly DrawnCase[], repeats: number): RepeatLook {
  const means = cases.map(({ passes }) => (passes[repeats] ?? 0) / repeats);
  const within = means.reduce((sum, mean) => sum + repeats * mean * (1 - mean), 0) / (cases.length * (repeats - 1));
  const found = { sums: means.map((mean, index) => mean - (cases[index]?.before ?? 0)), weights: means.map(() => 1), noise: within / repeats / cases.length };
  return lookAt(found, { value: -MARGIN, low: -1, high: 1 }, { repeats, ...DESIGN });
}

/** Runs that add repeats until they are decided, beside ones with all repeats that are looked at once. */
export function stoppedRepeats(cases: number, effect: number, draws: number, seed: number): Stopped {
  const random = createRandom(seed);
  const sequence = repeatSequence(DESIGN);
  const counts = { worse: 0, notWorse: 0, agreed: 0, repeats: 0 };
  for (let draw = 0; draw < draws; draw += 1) {
    const drawn = Array.from({ length: cases }, () => drawCase(effect, random));
    let [repeats, found]: [number, Found] = [LEAST, 'open'];
    for (; ; repeats += 1) {
      const [stopped] = stopRule([look(drawn, repeats)], DESIGN, sequence);
      if (stopped === undefined) continue;
      found = stopped === 'below' ? 'worse' : stopped === 'above' ? 'not worse' : 'open';
      break;
    }
    const all = look(drawn, MOST);
    const fixed: Found = all.below <= ALPHA ? 'worse' : all.above <= ALPHA ? 'not worse' : 'open';
    if (found === 'worse') counts.worse += 1;
    if (found === 'not worse') counts.notWorse += 1;
    if (found === fixed) counts.agreed += 1;
    counts.repeats += repeats;
  }
  const [worse, notWorse] = [counts.worse / draws, counts.notWorse / draws];
  return { worse, notWorse, wrong: effect >= -MARGIN ? worse : notWorse, agreed: counts.agreed / draws, requests: counts.repeats / draws / MOST };
}

const EFFECTS = [0, -0.05, -0.1, -0.2];

export const stopping: Simulation = {
  name: 'stopping',
  title: 'Repeats 3..10 until it is decided, margin 0.05, α = 5 %, a baseline of five repeats',
  run(effort) {
    const draws = Math.ceil(2000 * effort);
    const rows = [100, 200, 400].flatMap((cases) => {
      const found = EFFECTS.map((effect, index) => stoppedRepeats(cases, effect, draws, cases + index));
      const mean = (of: (stopped: Stopped) => number): string => percent(found.reduce((sum, each) => sum + of(each), 0) / found.length);
      const each = found.map(({ worse, notWorse, wrong, agreed, requests }, index) => [`${cases}, ${String(EFFECTS[index]).replace('-', '−')}`, ...[worse, notWorse, wrong, agreed, requests].map((share) => percent(share))]);
      return [...each, [`${cases}, all four`, '', '', '', mean(({ agreed }) => agreed), mean(({ requests }) => requests)]];
    });
    return markdownTable([['cases, true change', 'worse', 'not worse', 'wrong', 'as ten repeats', 'requests'], ...rows]);
  },
};
