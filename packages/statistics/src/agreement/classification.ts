import { requireSameLength } from '../checks/require-number.js';
import { requireTexts } from '../checks/require-shape.js';
import { labelFigures, macroFigures, microFigures, type LabelFigures, type MeanFigures } from './label-figures.js';

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

/**
 * Figures of a classification with one label for each item.
 * @param truths the true labels
 * @param predictions the labels that were said, as many
 * @param labels that should stand first, and stand there even if they are never true or said
 * @throws {RangeError} for other arguments, and lists of different lengths
 */
export function classificationFigures(
  truths: readonly string[],
  predictions: readonly string[],
  labels: readonly string[] = [],
): ClassificationFigures {
  requireTexts('truths', truths);
  requireTexts('predictions', predictions);
  requireTexts('labels', labels);
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
    return labelFigures({ label, support, predicted, hits });
  });
  const hits = confusion.reduce((sum, row, place) => sum + (row[place] ?? 0), 0);
  const micro = microFigures(hits, truths.length, truths.length);
  return { labels: figures, confusion, accuracy: micro.recall, macro: macroFigures(figures), micro };
}
