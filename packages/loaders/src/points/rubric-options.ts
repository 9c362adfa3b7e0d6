import {
  createPlainPointReader,
  type JsonObject,
  type NormalizeContext,
  readRubric,
  type ValuePath,
  writtenPath,
} from '@assay/schema';
import { lintRubric } from './lint-points.js';

/** The evaluator whose options are a rubric of points. */
export const POINTS_TYPE = 'points';

const LISTS = ['should', 'should_not'] as const;

/** The options of a `points` entry in their normal form, and where the parts of it are written. */
export interface RubricOptions {
  readonly options: JsonObject;
  readonly locate: (inOptions: ValuePath) => ValuePath;
}

/**
 * Brings the points of a `points` entry to their normal form, by the same reading as those of a
 * blueprint. Reports everything that is wrong with them; what cannot be used is left out.
 */
export function readRubricOptions(context: NormalizeContext, written: JsonObject, path: ValuePath): RubricOptions {
  const reader = createPlainPointReader(context);
  const lists = LISTS.filter((key) => written[key] !== undefined).map((key) => {
    const at = [...path, key];
    const items = readRubric(reader, written[key], at, key);
    lintRubric(reader, items, at, key);
    return [key, items] as const;
  });
  // A rubric in its normal form is plain JSON; the type only says more about it.
  const options = { ...written, ...Object.fromEntries(lists) } as JsonObject;
  const base = Object.fromEntries(Object.keys(written).map((key) => [key, [...path, key]]));
  return { options, locate: (inOptions) => writtenPath(options, inOptions, reader.origins, { ...base, '': path }) };
}
