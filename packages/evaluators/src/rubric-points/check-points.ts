import { nearestMatch, withoutStrayKeys, type JsonValue, type OptionProblem, type StrayKey } from '@assay/schema';
import * as v from 'valibot';
import { resolvePointFunction } from '../points/resolve-point-function.js';
import type { PlacedPoint } from './list-points.js';
import { notBuilt } from './not-built.js';
import { writtenKey } from './read-points.js';
import { unknownFunction } from './unknown-function.js';

interface Finding extends Pick<OptionProblem, 'path' | 'message' | 'hint'> {
  /** The point is scored without what was found. */
  readonly scored?: true;
}

function strayFinding(fn: string, { path, key, known }: StrayKey): Finding {
  const nearest = nearestMatch(key, known);
  return {
    path: ['arg', ...path, key],
    message: `$${fn}: unknown key "${key}"; it is ignored`,
    hint: nearest === undefined ? `known keys: ${known.join(', ')}` : `did you mean ${nearest}?`,
    scored: true,
  };
}

function findingsOf({ point }: PlacedPoint): readonly Finding[] {
  if (!('fn' in point)) return [];
  const why = notBuilt(point.fn);
  if (why !== undefined) return [{ path: ['fn'], message: why }];
  const resolved = resolvePointFunction(point.fn);
  if (!resolved) return [{ path: ['fn'], ...unknownFunction(point.fn) }];
  const { definition } = resolved;
  const strays: Finding[] = [];
  const known = withoutStrayKeys(definition.options, point.arg, (stray) => strays.push(strayFinding(point.fn, stray)));
  const argument = v.safeParse(definition.options, known);
  if (!argument.success) {
    return [...strays, ...argument.issues.map((issue) => ({ path: ['arg'], message: `$${point.fn}: ${issue.message}` }))];
  }
  const problems = definition.check?.(argument.output) ?? [];
  return [...strays, ...problems.map(({ path, message, hint }) => ({ path: ['arg', ...path], message, hint }))];
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
    findingsOf(placed).map(({ path, message, hint, scored }) => ({
      path: [...placed.at, ...asWritten(valueAt(options, placed.at), path)],
      message: scored ? message : `${message}; the point will be unscored`,
      ...(hint === undefined ? {} : { hint }),
      severity: 'warning' as const,
    })),
  );
}
