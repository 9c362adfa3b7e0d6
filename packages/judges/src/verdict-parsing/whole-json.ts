import type { JsonValue } from '@assay/schema';
import { parseStrictJson } from './parse-json.js';

const FENCE = /^(?:`{3,}|~{3,})[^\n`]*\n([\s\S]*?)(?:\n\s*(?:`{3,}|~{3,})\s*)?$/u;
const BACKTICKS = /^`([^`\n]+)`$/u;

/** A reply that is JSON from end to end. */
export interface WholeJson {
  readonly value: JsonValue;
  /** The JSON that the value was read from. */
  readonly text: string;
}

/** The reply without a code fence around all of it. */
export function unfenced(text: string): string {
  const inner = FENCE.exec(text)?.[1] ?? BACKTICKS.exec(text)?.[1];
  return inner === undefined ? text : inner.trim();
}

/** A reply that is strict JSON from end to end, bare, in a code fence, or as a JSON string. */
export function wholeJson(reply: string): WholeJson | undefined {
  const text = unfenced(reply);
  const value = parseStrictJson(text);
  if (value === undefined) return undefined;
  const inner = typeof value === 'string' ? parseStrictJson(value) : undefined;
  return typeof value === 'string' && inner !== undefined ? { value: inner, text: value } : { value, text };
}
