import type { EvaluatorConfig, EvaluatorEntry, NormalizeContext, SourceLocation, ValuePath } from '@assay/schema';

/**
 * Where evaluators stand, beside them and not in them: what an evaluator says is part of keys, and those do not change when a line is
 * put above it.
 */
const places = new WeakMap<EvaluatorEntry | EvaluatorConfig, SourceLocation>();

/** Keeps the place of an entry, if its context keeps any. */
export function keepPlace(entry: EvaluatorEntry, context: NormalizeContext, path: ValuePath): void {
  // Looked up now: a function that does it later would hold the whole document.
  if (context.keepsPlaces) places.set(entry, context.locate(path));
}

/** Gives evaluators the places of the entries that they were made of, which stand at the same index. */
export function handPlaces(entries: readonly EvaluatorEntry[], evaluators: readonly EvaluatorConfig[]): void {
  for (const [index, evaluator] of evaluators.entries()) {
    const entry = entries[index];
    const place = entry && places.get(entry);
    if (place) places.set(evaluator, place);
  }
}

/** Undefined for one whose place was not kept: of a line of JSONL, whose place is the line's, or that nobody wrote. */
export function evaluatorLocation(evaluator: EvaluatorConfig): SourceLocation | undefined {
  return places.get(evaluator);
}
