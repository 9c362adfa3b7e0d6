import { composedText, composedValue, describeValue, isJsonObject, isPromiseLike, UnscoredError, type JsonValue, type PointContext, type ResolvedPointFunction, type ToolCall } from '@assay/schema';
import { checkOptions } from './check-options.js';

/** What a point function found, after negation. */
export interface PointResult {
  /** [0, 1]. */
  readonly score: number;
  /** The function's own words on its score, where it has any. */
  readonly explain?: string | undefined;
}

/** The name that a resolved point function goes by: `contains`, `not_contains`. */
export function pointName({ definition, negated }: ResolvedPointFunction): string {
  return negated ? `not_${definition.name}` : definition.name;
}

/** A yes or no, or a number in [0, 1]. Nothing else is made a number of: `Number(null)` would be a 0, and the `not_` form of it a pass. */
function scoreOf(raw: unknown): number | undefined {
  if (typeof raw === 'boolean') return raw ? 1 : 0;
  return typeof raw === 'number' && raw >= 0 && raw <= 1 ? raw : undefined;
}

/** What is no score: a number as it is, since a score is one, and whatever else so that it is told from one. */
function inWords(raw: unknown): string {
  return typeof raw === 'number' ? String(raw) : describeValue(raw);
}

function toResult(outcome: unknown, point: ResolvedPointFunction): PointResult {
  const { score: raw, explain }: { readonly score?: unknown; readonly explain?: unknown } = isJsonObject(outcome) ? outcome : { score: outcome };
  const score = scoreOf(raw);
  if (score === undefined) {
    const given = isJsonObject(outcome) ? `a score of ${inWords(raw)}` : inWords(raw);
    throw new UnscoredError(`${pointName(point)} gave ${given}; a score is a number from 0 to 1`);
  }
  if (explain !== undefined && typeof explain !== 'string') {
    throw new UnscoredError(`${pointName(point)} gave an explanation that is no text: ${describeValue(explain)}`);
  }
  return { score: point.negated ? 1 - score : score, explain };
}

/** All checks of a response look at the same calls. */
const composedCalls = new WeakMap<readonly ToolCall[], readonly ToolCall[]>();

function callsOf(calls: readonly ToolCall[]): readonly ToolCall[] {
  if (calls.length === 0) return calls;
  let composed = composedCalls.get(calls);
  if (!composed) {
    composed = calls.map((call) => ({ ...call, tool: composedText(call.tool), ...(call.input === undefined ? {} : { input: composedValue(call.input) }) }));
    composedCalls.set(calls, composed);
  }
  return composed;
}

/** What is looked at, in the form in which texts that look the same are the same. */
function composedContext(context: PointContext): PointContext {
  const text = composedText(context.text);
  const toolCalls = callsOf(context.toolCalls);
  return text === context.text && toolCalls === context.toolCalls ? context : { ...context, text, toolCalls };
}

/**
 * Checks an argument once and gives the check that it makes. The check answers at once where the
 * function does, and with a promise otherwise. The one place that negates: `not_` forms score
 * 1 − score, and a check that could not be scored stays unscored. And the one that brings argument,
 * text and tool calls to one form, so that accents compare as the same however they were typed.
 * @throws UnscoredError when the argument is not one that the function takes. The check throws it
 * (or rejects with it) when it cannot score.
 */
export function preparePoint(
  point: ResolvedPointFunction,
  argument: unknown,
): (context: PointContext) => PointResult | Promise<PointResult> {
  const checked = checkOptions(point.definition.options, composedValue(argument as JsonValue | undefined), pointName(point));
  return (context) => {
    const outcome: unknown = point.definition.apply(checked, composedContext(context));
    return isPromiseLike(outcome) ? Promise.resolve(outcome).then((settled) => toResult(settled, point)) : toResult(outcome, point);
  };
}

/**
 * Applies a point function once.
 * @throws UnscoredError when the argument is not usable or the check cannot score.
 */
export async function applyPoint(
  point: ResolvedPointFunction,
  argument: unknown,
  context: PointContext,
): Promise<PointResult> {
  return preparePoint(point, argument)(context);
}
