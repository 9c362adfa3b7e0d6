import type { NormalizeContext, ValuePath } from '../eval-case/context.js';
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
