import { requireSameLength } from '../checks/require-number.js';

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

/** The plain mean over labels of what is not null; null where nothing is left. */
export interface MeanFigures {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

export interface ClassificationFigures {
  /** Labels that were true or said, in the order of their first appearance after those that were given. */
  readonly labels: readonly LabelFigures[];
  /** How often each label (row) was said to be which (column), in the order of `labels`. */
  readonly confusion: readonly (readonly number[])[];
  /** The share that was right; null for no items. */
  readonly accuracy: number | null;
  readonly macro: MeanFigures;
  /** Over all decisions together; with one label for each item all three are the accuracy. */
  readonly micro: MeanFigures;
}

const share = (hits: number, of: number): number | null => (of === 0 ? null : hits / of);

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return share(known.reduce((sum, value) => sum + value, 0), known.length);
}

/**
 * Figures of a classification with one label for each item.
 * @param truths the true labels
 * @param predictions the labels that were said, as many
 * @param labels that should stand first, and stand there even if they are never true or said
 * @throws {RangeError} for lists of different lengths
 */
export function classificationFigures(
  truths: readonly string[],
  predictions: readonly string[],
  labels: readonly string[] = [],
): ClassificationFigures {
  requireSameLength('predictions', predictions.length, truths.length);
  const names = [...new Set([...labels, ...truths, ...predictions])];
  const places = new Map(names.map((name, place) => [name, place]));
  const confusion = names.map(() => Array.from({ length: names.length }, () => 0));
  for (const [index, truth] of truths.entries()) {
    const row = confusion[places.get(truth) ?? 0] ?? [];
    const column = places.get(predictions[index] ?? '') ?? 0;
    row[column] = (row[column] ?? 0) + 1;
  }
  const figures = names.map((label, place) => {
    const hits = confusion[place]?.[place] ?? 0;
    const support = (confusion[place] ?? []).reduce((sum, count) => sum + count, 0);
    const predicted = confusion.reduce((sum, row) => sum + (row[place] ?? 0), 0);
    return { label, support, predicted, precision: share(hits, predicted), recall: share(hits, support), f1: share(2 * hits, support + predicted) };
  });
  const hits = confusion.reduce((sum, row, place) => sum + (row[place] ?? 0), 0);
  const accuracy = share(hits, truths.length);
  return {
    labels: figures,
    confusion,
    accuracy,
    macro: {
      precision: meanOf(figures.map(({ precision }) => precision)),
      recall: meanOf(figures.map(({ recall }) => recall)),
      f1: meanOf(figures.map(({ f1 }) => f1)),
    },
    micro: { precision: accuracy, recall: accuracy, f1: accuracy },
  };
}
