import type { NormalizeContext } from '../normalization/context.js';
import type { ValuePath } from '../domain/value-path.js';
import type { RubricItem } from './point.js';
import { createPlainPointReader } from './point-reader.js';
import { readRubric } from './read-rubric.js';

/** A list of points that no file was read for. */
export interface ParsedRubric {
  readonly items: readonly RubricItem[];
  /** What is wrong, and where in the list. */
  readonly problems: readonly { readonly path: ValuePath; readonly message: string }[];
}

/** Reads a list of points that comes from a program instead of a file. One in its normal form stays as it is. */
export function parseRubric(written: unknown, key: 'should' | 'should_not'): ParsedRubric {
  const problems: { path: ValuePath; message: string }[] = [];
  let at: ValuePath = [];
  const context: NormalizeContext = {
    locate: (path) => {
      at = path;
      return { file: key, line: 1, column: 1 };
    },
    report: ({ severity, message }) => {
      if (severity === 'error') problems.push({ path: at, message });
    },
    aliasPrecedence: 'canonical',
    tally: { errors: 0 },
  };
  return { items: readRubric(createPlainPointReader(context), written, [], key), problems };
}
