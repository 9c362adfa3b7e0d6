import { createRandom, labelFigures, labelIntervals, macroFigures, meanOfFiguresInterval, type UnitCounts } from '../src/index.js';
import { markdownTable, percent, type Simulation } from './table.js';

const SIZES = [20, 50, 100, 300, 1000];
const DRAWS = 500;

/** A classifier: how often each label is right, how often it is met, and where it errs. */
export interface Classifier {
  readonly name: string;
  /** Shares of the labels, which sum to 1. */
  readonly shares: readonly number[];
  /** Of each label how often it is said where it is right; where it is not, another one is said, all as likely. */
  readonly hits: readonly number[];
}

export const CLASSIFIERS: readonly Classifier[] = [
  { name: '2 labels, 90 % and 70 % right', shares: [0.5, 0.5], hits: [0.9, 0.7] },
  { name: '2 labels, one rare, 95 % and 60 % right', shares: [0.9, 0.1], hits: [0.95, 0.6] },
  { name: '3 labels, 80 % right', shares: [0.5, 0.3, 0.2], hits: [0.8, 0.8, 0.8] },
  { name: '10 labels, 70 % right', shares: Array.from({ length: 10 }, () => 0.1), hits: Array.from({ length: 10 }, () => 0.7) },
];

/** Of each label how often it is said where which is right, as a share of all. */
function confusionOf({ shares, hits }: Classifier): readonly (readonly number[])[] {
  return shares.map((share, truth) => shares.map((_, said) => share * (truth === said ? (hits[truth] ?? 0) : (1 - (hits[truth] ?? 0)) / (shares.length - 1))));
}

function trueFigures(classifier: Classifier) {
  const confusion = confusionOf(classifier);
  return classifier.shares.map((support, at) => labelFigures({ label: String(at), support, predicted: confusion.reduce((sum, row) => sum + (row[at] ?? 0), 0), hits: confusion[at]?.[at] ?? 0 }));
}

/** A label that is right, and the one that is said. */
function drawPair(unit: () => number, { shares, hits }: Classifier): readonly [number, number] {
  let [at, truth] = [unit(), 0];
  while (truth < shares.length - 1 && at >= (shares[truth] ?? 0)) {
    at -= shares[truth] ?? 0;
    truth += 1;
  }
  if (unit() < (hits[truth] ?? 0)) return [truth, truth];
  const other = Math.floor(unit() * (shares.length - 1));
  return [truth, other < truth ? other : other + 1];
}

/**
 * How often the intervals of F1 of the first label and of macro F1 hold what they are.
 * @param repeats decisions about each case: that of the first, with a chance of one half, else one of their own
 */
export function labelCoverage(classifier: Classifier, { cases, repeats, draws }: { readonly cases: number; readonly repeats: number; readonly draws: number }) {
  const truths = trueFigures(classifier);
  const macro = macroFigures(truths).f1 ?? 0;
  let [held, heldMacro, known, width] = [0, 0, 0, 0];
  for (let draw = 0; draw < draws; draw += 1) {
    const random = createRandom(5_000_000 + draw);
    const units = truths.map((): { support: number; predicted: number; hits: number }[] => Array.from({ length: cases }, () => ({ support: 0, predicted: 0, hits: 0 })));
    for (let index = 0; index < cases; index += 1) {
      const [truth, first] = drawPair(() => random.unit(), classifier);
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        let said = first;
        if (repeat > 0 && random.unit() < 0.5) {
          const wrong = Math.floor(random.unit() * (truths.length - 1));
          said = random.unit() < (classifier.hits[truth] ?? 0) ? truth : wrong < truth ? wrong : wrong + 1;
        }
        const [right, spoken] = [units[truth]?.[index], units[said]?.[index]];
        if (right) right.support += 1;
        if (spoken) spoken.predicted += 1;
        if (right && truth === said) right.hits += 1;
      }
    }
    const found = units.map((of) => ({ interval: labelIntervals(of).f1, figures: labelFigures({ label: '', ...summed(of) }) }));
    const own = found.flatMap(({ interval, figures: { f1 } }) => (interval === null || f1 === null ? [] : [{ interval, f1 }]));
    const [last] = found.slice(-1);
    if (last?.interval) {
      known += 1;
      const truth = truths.at(-1)?.f1 ?? 0;
      if (last.interval.low <= truth && truth <= last.interval.high) held += 1;
    }
    const { low, high } = meanOfFiguresInterval(own.map(({ f1 }) => f1), own.map(({ interval }) => interval), repeats + 1);
    if (low <= macro && macro <= high) heldMacro += 1;
    width += Math.min(1, high) - Math.max(0, low);
  }
  return { f1: held / known, macro: heldMacro / draws, width: width / draws };
}

function summed(units: readonly UnitCounts[]): UnitCounts {
  const sumOf = (of: keyof UnitCounts): number => units.reduce((sum, unit) => sum + unit[of], 0);
  return { support: sumOf('support'), predicted: sumOf('predicted'), hits: sumOf('hits') };
}

export const coverageOfLabels: Simulation = {
  name: 'labels',
  title: 'F1 of the last label, macro F1, and its mean width: coverage of a 95 % interval',
  run: (effort) =>
    markdownTable([
      ['labels', ...SIZES.flatMap((size) => [`${size} cases`, 'macro', 'width'])],
      ...[1, 3].flatMap((repeats) =>
        CLASSIFIERS.map((classifier) => [
          `${classifier.name}${repeats === 1 ? '' : `, ${repeats} repeats`}`,
          ...SIZES.flatMap((cases) => {
            const { f1, macro, width } = labelCoverage(classifier, { cases, repeats, draws: Math.ceil(DRAWS * effort) });
            return [percent(f1), percent(macro), width.toFixed(2)];
          }),
        ]),
      ),
    ]),
};
