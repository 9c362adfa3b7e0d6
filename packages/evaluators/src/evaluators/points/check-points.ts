import {
  callLine,
  exampleCall,
  nearestMatch,
  takesText,
  withoutStrayKeys,
  type JsonValue,
  type OptionProblem,
  type PointFunctionDefinition,
  type StrayKey,
} from '@assay/schema';
import * as v from 'valibot';
import { resolvePointFunction } from '../../point-functions/applying/resolve-point-function.js';
import type { PlacedPoint } from './list-points.js';
import { notBuilt } from './unsupported-functions.js';
import { unknownFunction } from './unknown-function.js';

interface Finding extends Pick<OptionProblem, 'path' | 'message' | 'hint'> {
  /** The point is scored nevertheless. */
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

/** How the function is called; for a list, if it looks for one text only, its sister that looks for several. */
function argumentHint(definition: PointFunctionDefinition, fn: string, argument: JsonValue | undefined): string {
  const sister = `${fn}_any_of`;
  if (Array.isArray(argument) && takesText(definition) && resolvePointFunction(sister)) return `did you mean - ${callLine(sister, argument)}?`;
  return `write it as in - ${exampleCall(definition, fn, argument)}`;
}

function findingsOf({ point }: PlacedPoint): readonly Finding[] {
  if (!('fn' in point)) return [];
  const why = notBuilt(point.fn);
  if (why !== undefined) return [{ path: ['fn'], message: why, hint: 'check it with other points' }];
  const resolved = resolvePointFunction(point.fn);
  if (!resolved) return [{ path: ['fn'], ...unknownFunction(point.fn) }];
  const { definition } = resolved;
  const strays: Finding[] = [];
  const known = withoutStrayKeys(definition.options, point.arg, (stray) => strays.push(strayFinding(point.fn, stray)));
  const argument = v.safeParse(definition.options, known);
  if (!argument.success) {
    const hint = argumentHint(definition, point.fn, point.arg);
    return [...strays, ...argument.issues.map((issue) => ({ path: ['arg'], message: `$${point.fn}: ${issue.message}`, hint }))];
  }
  const problems = definition.check?.(argument.output) ?? [];
  return [
    ...strays,
    ...problems.map(({ path, message, hint, severity }): Finding => {
      const at = ['arg', ...path];
      return severity === 'warning' ? { path: at, message: `$${point.fn}: ${message}`, hint, scored: true } : { path: at, message, hint };
    }),
  ];
}

/**
 * What will keep points from being scored: the rest of the rubric still counts, so these are warnings.
 * Paths are those of the normal form.
 */
export function checkPoints(points: readonly PlacedPoint[]): readonly OptionProblem[] {
  return points.flatMap((placed) =>
    findingsOf(placed).map(({ path, message, hint, scored }) => ({
      path: [...placed.at, ...path],
      message: scored ? message : `${message}; the point will be unscored`,
      ...(hint === undefined ? {} : { hint }),
      severity: 'warning' as const,
    })),
  );
}
