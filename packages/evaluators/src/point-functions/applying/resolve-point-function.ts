import { findPointFunction, type ResolvedPointFunction } from '@assay/schema';
import { pointFunctionDefinitions } from '../../registry/point-functions.js';

export type { ResolvedPointFunction } from '@assay/schema';

/**
 * The built-in point function behind a written name: `contains`, `$contains`, `not_contains`,
 * `$not_contains`, with aliases. Undefined when there is none.
 */
export function resolvePointFunction(written: string): ResolvedPointFunction | undefined {
  return findPointFunction(pointFunctionDefinitions, written);
}
