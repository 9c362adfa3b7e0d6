import type { NormalizeContext } from '../normalization/context.js';
import type { ValuePath } from '../domain/value-path.js';
import { reportError } from '../normalization/findings.js';
import type { RubricPoint } from './point.js';
import type { PointOrigins } from './point-origins.js';

/** What reading the points of one file needs. */
export interface PointReader {
  readonly context: NormalizeContext;
  readonly origins: PointOrigins;
  /**
   * The point that the file defines under a name. Undefined when there is none, which is reported
   * at `path`, or when the definition itself is wrong, which was reported with it.
   */
  define(name: string, path: ValuePath): RubricPoint | undefined;
}

/** Reads points that stand where nothing is defined for reuse: everywhere but in the files that have definitions. */
export function createPlainPointReader(context: NormalizeContext): PointReader {
  return {
    context,
    origins: new WeakMap(),
    define: (name, path) => {
      reportError(context, path, `$ref: there are no definitions here, so there is no "${name}"`, {
        code: 'unknown-reference',
        hint: 'write the point out, as in - $contains: "words"',
      });
      return undefined;
    },
  };
}
