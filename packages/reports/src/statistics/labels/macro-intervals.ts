import type { FigureInterval, LabelSummary } from '@assay/schema';
import { meanOfFiguresInterval } from '@assay/statistics';
import type { FigureIntervals } from './label-units.js';

const LEVEL = 0.95;

type Figure = readonly [value: number | null, interval: FigureInterval | undefined];

/** How sure the plain mean of figures is; undefined where none has a value. */
function intervalOf(figures: readonly Figure[], shared: number): FigureInterval | undefined {
  const known = figures.flatMap(([value, interval]) => (value === null || interval === undefined ? [] : [{ value, interval }]));
  if (known.length === 0) return undefined;
  const { low, high } = meanOfFiguresInterval(known.map(({ value }) => value), known.map(({ interval }) => interval), shared);
  return { low: Math.max(0, low), high: Math.min(1, high), level: LEVEL };
}

/**
 * How sure means over labels are.
 * @param shared in how many labels the decisions about one case have a part
 */
export function macroIntervals(labels: readonly LabelSummary[], { truths, said, either }: { readonly truths: number; readonly said: number; readonly either: number }): FigureIntervals {
  const [precisionInterval, recallInterval, f1Interval] = [
    intervalOf(labels.map(({ precision, precisionInterval: of }) => [precision, of]), said),
    intervalOf(labels.map(({ recall, recallInterval: of }) => [recall, of]), truths),
    intervalOf(labels.map(({ f1, f1Interval: of }) => [f1, of]), either),
  ];
  return { ...(precisionInterval ? { precisionInterval } : {}), ...(recallInterval ? { recallInterval } : {}), ...(f1Interval ? { f1Interval } : {}) };
}
