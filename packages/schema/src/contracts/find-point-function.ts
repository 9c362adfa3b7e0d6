import { findDefinition } from './find-definition.js';
import type { PointFunctionDefinition } from './point-function.js';

/** A point function as it was asked for: itself, or its negation. */
export interface ResolvedPointFunction {
  readonly definition: PointFunctionDefinition;
  /** True for the `not_` form. */
  readonly negated: boolean;
}

/**
 * The point function behind a written name: `contains`, `$contains`, `not_contains`,
 * `$not_contains`, with aliases. Undefined when there is none.
 */
export function findPointFunction(
  definitions: readonly PointFunctionDefinition[],
  written: string,
): ResolvedPointFunction | undefined {
  const name = written.startsWith('$') ? written.slice(1) : written;
  const plain = findDefinition(definitions, name);
  if (plain) return { definition: plain, negated: false };
  if (!name.startsWith('not_')) return undefined;
  const definition = findDefinition(definitions, name.slice('not_'.length));
  return definition && { definition, negated: true };
}
