import type { JsonValue } from '@assay/schema';
import { parseStrictJson } from './parse-json.js';

const OPENING_FENCE = /^(?:`{3,}|~{3,})[^\n`]*\n/u;
const BACKTICKS = /^`([^`\n]+)`$/u;

/** A reply that is JSON from end to end. */
export interface WholeJson {
  readonly value: JsonValue;
  /** The JSON that the value was read from. */
  readonly text: string;
}

/** A text without the line of backticks or tildes that ends it. From its end: a pattern would look from every line break. */
function withoutClosingFence(text: string): string {
  const end = text.trimEnd();
  const mark = end.at(-1);
  if (mark !== '`' && mark !== '~') return text;
  let start = end.length;
  while (end[start - 1] === mark) start -= 1;
  if (end.length - start < 3) return text;
  const content = end.slice(0, start).trimEnd();
  return end.slice(content.length, start).includes('\n') ? content : text;
}

/** The reply without a code fence around all of it. */
export function unfenced(text: string): string {
  const opening = OPENING_FENCE.exec(text)?.[0];
  if (opening !== undefined) return withoutClosingFence(text.slice(opening.length)).trim();
  return BACKTICKS.exec(text)?.[1]?.trim() ?? text;
}

/** A reply that is strict JSON from end to end, bare, in a code fence, or as a JSON string. */
export function wholeJson(reply: string): WholeJson | undefined {
  const text = unfenced(reply);
  const value = parseStrictJson(text);
  if (value === undefined) return undefined;
  const inner = typeof value === 'string' ? parseStrictJson(value) : undefined;
  return typeof value === 'string' && inner !== undefined ? { value: inner, text: value } : { value, text };
}
