import { createRandom, predictionPowered, roganGladen, type JudgedItem } from '../src/index.js';
import { markdownTable, percent, type Simulation } from './table.js';

const SIZES = [30, 50, 100, 200];
const TPR = 0.98;
const TNR = 0.6;
const ITEMS = 1000;
const DRAWS = 2000;

/** A run of items of which some, drawn at random, are labelled. */
function drawRun(seed: number, rate: number, labels: number): JudgedItem[] {
  const random = createRandom(seed);
  return Array.from({ length: ITEMS }, (_, index) => {
    const truth = random.unit() < rate ? 1 : 0;
    const judged = random.unit() < (truth === 1 ? TPR : 1 - TNR) ? 1 : 0;
    return { judged, label: index < labels ? truth : null, chance: labels / ITEMS };
  });
}

export interface CorrectionCoverage {
  readonly held: number;
  readonly width: number;
  /** How often the judge's own mean is inside the interval. */
  readonly rawInside: number;
}

/** The run's own labels: PPI++. */
export function poweredCoverage(rate: number, labels: number, draws: number): CorrectionCoverage {
  const found = { held: 0, width: 0, rawInside: 0 };
  for (let draw = 0; draw < draws; draw += 1) {
    const result = predictionPowered(drawRun(draw, rate, labels));
    if (result === null) continue;
    if (result.low <= rate && rate <= result.high) found.held += 1 / draws;
    if (result.low <= result.raw && result.raw <= result.high) found.rawInside += 1 / draws;
    found.width += (result.high - result.low) / draws;
  }
  return found;
}

/** As many labels of passes as of fails, as far as there are any: each item with the chance of its verdict. */
function labelByVerdict(items: readonly JudgedItem[], truths: readonly number[], labels: number): JudgedItem[] {
  const passes = items.filter(({ judged }) => judged === 1).length;
  const fails = items.length - passes;
  const ofFails = Math.min(fails, Math.max(Math.floor(labels / 2), labels - passes));
  const drawn = { 1: labels - ofFails, 0: ofFails };
  const left = { ...drawn };
  return items.map(({ judged }, index) => {
    const verdict = judged === 1 ? 1 : 0;
    const isDrawn = left[verdict] > 0;
    if (isDrawn) left[verdict] -= 1;
    return { judged, label: isDrawn ? (truths[index] ?? 0) : null, chance: Math.max(1e-9, drawn[verdict] / (verdict === 1 ? passes : fails)) };
  });
}

/** The run's own labels, as many of each verdict: PPI++ with chances. */
export function stratifiedCoverage(rate: number, labels: number, draws: number): CorrectionCoverage {
  const found = { held: 0, width: 0, rawInside: 0 };
  for (let draw = 0; draw < draws; draw += 1) {
    const all = drawRun(2_000_000 + draw, rate, ITEMS);
    const result = predictionPowered(labelByVerdict(all, all.map(({ label }) => label ?? 0), labels));
    if (result === null) continue;
    if (result.low <= rate && rate <= result.high) found.held += 1 / draws;
    if (result.low <= result.raw && result.raw <= result.high) found.rawInside += 1 / draws;
    found.width += (result.high - result.low) / draws;
  }
  return found;
}

/** The labels of an earlier run, a new run without any: Rogan and Gladen. */
export function correctedCoverage(rate: number, labels: number, draws: number): CorrectionCoverage {
  const found = { held: 0, width: 0, rawInside: 0 };
  for (let draw = 0; draw < draws; draw += 1) {
    const labelled = drawRun(draw, rate, labels).slice(0, labels);
    const verdicts = drawRun(1_000_000 + draw, rate, 0);
    const count = (label: number, judged: number): number => labelled.filter((item) => item.label === label && item.judged === judged).length;
    const passed = verdicts.filter(({ judged }) => judged === 1).length;
    const result = roganGladen({
      passed,
      verdicts: ITEMS,
      truePassed: count(1, 1),
      trueLabels: count(1, 1) + count(1, 0),
      falseFailed: count(0, 0),
      falseLabels: count(0, 0) + count(0, 1),
    });
    if (result.low <= rate && rate <= result.high) found.held += 1 / draws;
    if (result.low <= passed / ITEMS && passed / ITEMS <= result.high) found.rawInside += 1 / draws;
    found.width += (result.high - result.low) / draws;
  }
  return found;
}

function table(of: typeof poweredCoverage, draws: number): string {
  return markdownTable([
    ['true rate', ...SIZES.flatMap((size) => [`${size} labels`, 'width'])],
    ...[0.5, 0.7, 0.9, 0.97].map((rate) => [
      String(rate),
      ...SIZES.flatMap((size) => {
        const { held, width } = of(rate, size, draws);
        return [percent(held), width.toFixed(2)];
      }),
    ]),
  ]);
}

export const coverageOfPowered: Simulation = {
  name: 'powered',
  title: `Corrected by labels of the same run (PPI++): coverage and mean width of a 95 % interval, TPR ${TPR}, TNR ${TNR}, ${ITEMS} items`,
  run: (effort) => table(poweredCoverage, Math.ceil(DRAWS * effort)),
};

export const coverageOfStratified: Simulation = {
  name: 'stratified',
  title: `The same with as many labels of passes as of fails (\`--stratify verdict\`): coverage and mean width of a 95 % interval`,
  run: (effort) => table(stratifiedCoverage, Math.ceil((DRAWS / 4) * effort)),
};

export const coverageOfCorrected: Simulation = {
  name: 'corrected',
  title: `Corrected by labels of an earlier run (Rogan and Gladen): coverage and mean width of a 95 % interval, TPR ${TPR}, TNR ${TNR}, ${ITEMS} items`,
  run: (effort) => table(correctedCoverage, Math.ceil(DRAWS * effort)),
};
