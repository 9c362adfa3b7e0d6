import type { JsonValue, OptionProblem } from '@assay/schema';
import * as v from 'valibot';
import { resolvePointFunction } from '../points/resolve-point-function.js';
import type { PlacedPoint } from './list-points.js';
import { notBuilt } from './not-built.js';
import { writtenKey } from './read-points.js';
import { unknownFunction } from './unknown-function.js';

type Finding = Pick<OptionProblem, 'path' | 'message' | 'hint'>;

function findingsOf({ point }: PlacedPoint): readonly Finding[] {
  if (!('fn' in point)) return [];
  const why = notBuilt(point.fn);
  if (why !== undefined) return [{ path: ['fn'], message: why }];
  const resolved = resolvePointFunction(point.fn);
  if (!resolved) return [{ path: ['fn'], ...unknownFunction(point.fn) }];
  const { definition } = resolved;
  const argument = v.safeParse(definition.options, point.arg);
  if (!argument.success) {
    return argument.issues.map((issue) => ({ path: ['arg'], message: `$${point.fn}: ${issue.message}` }));
  }
  return (definition.check?.(argument.output) ?? []).map(({ path, message, hint }) => ({ path: ['arg', ...path], message, hint }));
}

function valueAt(options: unknown, at: OptionProblem['path']): unknown {
  return at.reduce<unknown>((value, key) => (value as Readonly<Record<string | number, unknown>>)[key], options);
}

/** A path in a point of the normal form, as the point is written. */
function asWritten(written: unknown, [part = '', ...rest]: OptionProblem['path']): OptionProblem['path'] {
  return [writtenKey(written as JsonValue, String(part)) ?? part, ...rest];
}

/**
 * What will keep points from being scored: the rest of the rubric still counts, so these are warnings.
 * @param options As they are written, for the paths.
 */
export function checkPoints(points: readonly PlacedPoint[], options: unknown): readonly OptionProblem[] {
  return points.flatMap((placed) =>
    findingsOf(placed).map(({ path, message, hint }) => ({
      path: [...placed.at, ...asWritten(valueAt(options, placed.at), path)],
      message: `${message}; the point will be unscored`,
      ...(hint === undefined ? {} : { hint }),
      severity: 'warning' as const,
    })),
  );
}
