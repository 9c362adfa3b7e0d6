import { composedText, composedValue, type JsonValue, type ToolCall } from '@assay/schema';
import { matchesInput } from '../../json/matches-input.js';

/** One call that a trajectory should have. */
export interface ExpectedCall {
  readonly tool: string;
  /** What its input must have in it; undefined accepts any. */
  readonly input?: JsonValue | undefined;
  /** Longest it may take, in milliseconds. */
  readonly maxDurationMs?: number | undefined;
}

/** `search({"query":"x"})`, the form that hits and misses name a call in. */
export function callText(call: { readonly tool: string; readonly input?: JsonValue | undefined }): string {
  return call.input === undefined ? call.tool : `${call.tool}(${JSON.stringify(call.input)})`;
}

/** True for a call that took longer than it may. */
export function isLate({ maxDurationMs }: ExpectedCall, { durationMs }: ToolCall): boolean {
  return maxDurationMs !== undefined && durationMs !== undefined && durationMs > maxDurationMs;
}

/** Why a call is not the one that is expected; undefined when it is. A duration that nobody measured is no reason. */
export function mismatch(expected: ExpectedCall, call: ToolCall): string | undefined {
  if (composedText(call.tool) !== composedText(expected.tool)) return `${callText(call)} was called instead`;
  if (expected.input !== undefined && !matchesInput(composedValue(expected.input), composedValue(call.input))) {
    return `its input was ${call.input === undefined ? 'not given' : JSON.stringify(call.input)}`;
  }
  return isLate(expected, call) ? `it took ${call.durationMs} ms, more than ${expected.maxDurationMs} ms` : undefined;
}

/** True when the call is the one that is expected. */
export function fits(expected: ExpectedCall, call: ToolCall): boolean {
  return mismatch(expected, call) === undefined;
}
