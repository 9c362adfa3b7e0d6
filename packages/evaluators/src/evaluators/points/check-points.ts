import {
  callLine,
  errorText,
  exampleCall,
  findPointFunction,
  foundProblems,
  nearestMatch,
  takesText,
  withoutStrayKeys,
  type ComputedPoint,
  type OptionProblem,
  type PointFunctionDefinition,
  type StrayKey,
} from '@assay/schema';
import * as v from 'valibot';
import type { PlacedPoint } from './list-points.js';
import { unusableFunction } from './unusable-function.js';

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
function argumentHint(definition: PointFunctionDefinition, { fn, arg: argument }: ComputedPoint, known: readonly PointFunctionDefinition[]): string {
  const sister = `${fn}_any_of`;
  if (Array.isArray(argument) && takesText(definition) && findPointFunction(known, sister)) return `did you mean - ${callLine(sister, argument)}?`;
  return `write it as in - ${exampleCall(definition, fn, argument)}`;
}

/** What the function itself finds wrong. Where its check fails, that is said of it alone: the other points are looked at all the same. */
function ownFindings(definition: PointFunctionDefinition, argument: unknown): readonly OptionProblem[] {
  try {
    return foundProblems(definition.check?.(argument));
  } catch (error) {
    return [{ path: [], message: `its argument could not be checked: ${errorText(error)}`, severity: 'warning' }];
  }
}

function findingsOf({ point }: PlacedPoint, pointFunctions: readonly PointFunctionDefinition[]): readonly Finding[] {
  if (!('fn' in point)) return [];
  const resolved = findPointFunction(pointFunctions, point.fn);
  if (!resolved) return [{ path: ['fn'], ...unusableFunction(point.fn, pointFunctions, point.arg) }];
  const { definition } = resolved;
  const strays: Finding[] = [];
  const known = withoutStrayKeys(definition.options, point.arg, (stray) => strays.push(strayFinding(point.fn, stray)));
  const argument = v.safeParse(definition.options, known);
  if (!argument.success) {
    const hint = argumentHint(definition, point, pointFunctions);
    return [...strays, ...argument.issues.map((issue) => ({ path: ['arg'], message: `$${point.fn}: ${issue.message}`, hint }))];
  }
  return [
    ...strays,
    ...ownFindings(definition, argument.output).map(({ path, message, hint, severity }): Finding => {
      const at = ['arg', ...path];
      return severity === 'warning' ? { path: at, message: `$${point.fn}: ${message}`, hint, scored: true } : { path: at, message, hint };
    }),
  ];
}

/**
 * What will keep points from being scored: the rest of the rubric still counts, so these are warnings.
 * Paths are those of the normal form.
 */
export function checkPoints(points: readonly PlacedPoint[], pointFunctions: readonly PointFunctionDefinition[]): readonly OptionProblem[] {
  return points.flatMap((placed) =>
    findingsOf(placed, pointFunctions).map(({ path, message, hint, scored }) => ({
      path: [...placed.at, ...path],
      message: scored ? message : `${message}; the point will be unscored`,
      ...(hint === undefined ? {} : { hint }),
      severity: 'warning' as const,
    })),
  );
}
