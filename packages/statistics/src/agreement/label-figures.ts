import { requireFinite, requireWithin } from '../checks/require-number.js';
import { requireObject, requireObjects, requireTexts } from '../checks/require-shape.js';

/** Sums of weights may differ in their last digits, in whichever order they were added up. */
const SLACK = 1e-12;

/** What is counted of one label: at least 0, and whole unless decisions are weighed; `hits` at most either of the others. */
export interface LabelCounts {
  readonly label: string;
  /** How often it was true. */
  readonly support: number;
  /** How often it was said. */
  readonly predicted: number;
  /** How often it was both. */
  readonly hits: number;
}

export interface LabelFigures {
  readonly label: string;
  /** How often it was true. */
  readonly support: number;
  /** How often it was said. */
  readonly predicted: number;
  /** Of those said, the share that is true; null where it was never said. */
  readonly precision: number | null;
  /** Of those true, the share that was said; null where it never was true. */
  readonly recall: number | null;
  /** Harmonic mean of both, 2·hits / (support + predicted); null where it was neither true nor said. */
  readonly f1: number | null;
}

/** Means over labels; null where nothing is left. */
export interface MeanFigures {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

const share = (hits: number, of: number): number | null => (of === 0 ? null : hits / of);

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  for (const value of known) requireFinite('a figure', value);
  return share(known.reduce((sum, value) => sum + value, 0), known.length);
}

/** The figures of one label. @throws {RangeError} for other arguments, and more hits than either of the others */
export function labelFigures(counts: LabelCounts): LabelFigures {
  requireObject('counts', counts);
  const { label, support, predicted } = counts;
  requireTexts('labels', [label]);
  requireWithin('support', support, 0, Number.MAX_VALUE);
  requireWithin('predicted', predicted, 0, Number.MAX_VALUE);
  const most = Math.min(support, predicted);
  const hits = counts.hits > most && counts.hits - most <= SLACK * most ? most : counts.hits;
  requireWithin('hits', hits, 0, most);
  return { label, support, predicted, precision: share(hits, predicted), recall: share(hits, support), f1: share(2 * hits, support + predicted) };
}

/** The plain mean over labels of what is not null. @throws {RangeError} for other arguments */
export function macroFigures(labels: readonly LabelFigures[]): MeanFigures {
  requireObjects('labels', labels);
  return {
    precision: meanOf(labels.map(({ precision }) => precision)),
    recall: meanOf(labels.map(({ recall }) => recall)),
    f1: meanOf(labels.map(({ f1 }) => f1)),
  };
}

/**
 * Over all decisions together.
 * @param hits decisions that are right
 * @param items how many things had a true label
 * @param said how many of them were given a label: all of them, or fewer
 * @throws {RangeError} for what is no number of at least 0
 */
export function microFigures(hits: number, items: number, said: number): MeanFigures {
  for (const [name, count] of Object.entries({ hits, items, said })) requireWithin(name, count, 0, Number.MAX_VALUE);
  return { precision: share(hits, said), recall: share(hits, items), f1: share(2 * hits, items + said) };
}
