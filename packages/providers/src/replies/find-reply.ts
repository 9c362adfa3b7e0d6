import type { JsonObject } from '@assay/schema';
import { isRecordedReply } from './recorded-reply.js';

/** A reply in JSON with what stood around it. */
export interface FoundReply {
  readonly value: JsonObject;
  /** First line outside of the reply that is not blank; undefined when there is none. */
  readonly other: string | undefined;
}

/** Letters looked at for each letter of the text, so that a log full of open braces ends too. */
const EFFORT = 8;

interface Scan {
  /** Place after the closing brace; undefined when the object does not end. */
  readonly end: number | undefined;
  readonly looked: number;
}

/** Looks for the brace that closes the one at `start`. A line that ends within a text is no JSON. */
function closingBrace(text: string, start: number, most: number): Scan {
  let depth = 0;
  let quoted = false;
  const last = Math.min(text.length, start + most);
  for (let index = start; index < last; index++) {
    const letter = text[index];
    if (quoted) {
      if (letter === '\\') index++;
      else if (letter === '"') quoted = false;
      else if (letter === '\n') return { end: undefined, looked: index - start };
    } else if (letter === '"') quoted = true;
    else if (letter === '{') depth++;
    else if (letter === '}' && --depth === 0) return { end: index + 1, looked: index - start };
  }
  return { end: undefined, looked: last - start };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every JSON object that fills whole lines, the outermost ones only. */
function* objectsOnLines(text: string): Generator<{ readonly value: unknown; readonly start: number; readonly end: number }> {
  let effort = EFFORT * text.length;
  let line = 0;
  while (line < text.length && effort > 0) {
    const newline = text.indexOf('\n', line);
    let next = newline === -1 ? text.length : newline + 1;
    const start = line + (/^[ \t]*(?=\{)/u.exec(text.slice(line, Math.min(next, line + 200)))?.[0].length ?? 0);
    if (text[start] === '{') {
      const { end, looked } = closingBrace(text, start, effort);
      effort -= looked;
      const tail = end === undefined ? -1 : text.indexOf('\n', end);
      const after = tail === -1 ? text.length : tail + 1;
      if (end !== undefined && text.slice(end, after).trim() === '') {
        const value = parsed(text.slice(start, end));
        if (value !== undefined) {
          yield { value, start: line, end: after };
          next = after;
        }
      }
    }
    line = next;
  }
}

function firstLine(text: string): string | undefined {
  return text
    .split('\n', 1_000)
    .map((line) => line.trim())
    .find((line) => line !== '');
}

/** True for what stands in a fenced block: that is part of an answer in Markdown. */
function isFenced(text: string, start: number): boolean {
  const before = text.slice(0, start).trimEnd();
  return /^[ \t]*(?:```|~~~)/u.test(before.slice(before.lastIndexOf('\n') + 1));
}

/**
 * The reply that a program's output holds: the last JSON object on lines of its own that tells an
 * answer. Programs and what they start print log lines before and after it.
 */
export function findReply(output: string): FoundReply | undefined {
  // Most outputs are plain texts, or nothing but the reply.
  if (!output.includes('{')) return undefined;
  const whole = parsed(output);
  if (whole !== undefined) return isRecordedReply(whole) ? { value: whole, other: undefined } : undefined;
  let found: { readonly value: JsonObject; readonly start: number; readonly end: number } | undefined;
  for (const { value, start, end } of objectsOnLines(output)) {
    if (isRecordedReply(value)) found = { value, start, end };
  }
  if (!found || isFenced(output, found.start)) return undefined;
  const { value, start, end } = found;
  return { value, other: firstLine(output.slice(0, start)) ?? firstLine(output.slice(end)) };
}
