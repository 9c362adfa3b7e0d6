import { bracketEnds, isJsonObject, type JsonObject } from '@assay/schema';
import { parserWithin } from '../../json/parse-within.js';

type Parse = (text: string) => JsonObject | undefined;

/** Reads parts of an output as objects, within bounds of effort. Depth is looked at where it matters. */
function objectParser(output: string): Parse {
  const parse = parserWithin(output, JSON.parse);
  return (text) => {
    const value = parse(text)?.value;
    return isJsonObject(value) ? value : undefined;
  };
}

interface Line {
  readonly text: string;
  /** Where the line begins in the output. */
  readonly start: number;
  readonly end: number;
  /** Where the object begins, on this line or one above, that no line before this one ends; undefined without one. */
  readonly opening: number | undefined;
  /** True for a line that ends that object. */
  readonly closes: boolean;
}

/** A line that begins an object, and no log such as `{model} is loaded`. */
const OPENING = /^\{\s*(?:["}]|$)/u;

function linesOf(text: string): readonly Line[] {
  const endOf = bracketEnds(text, { opening: '{', oneLineTexts: true });
  let start = 0;
  let opening: number | undefined;
  let closing: number | undefined;
  return text.split('\n').map((line) => {
    const end = start + line.length;
    if (closing !== undefined && closing <= start) opening = closing = undefined;
    // Inside of an object that ends, another one is a part of it.
    if (closing === undefined && OPENING.test(line)) {
      opening = start;
      closing = endOf(start);
    }
    const closes = opening !== undefined && closing === start + line.trimEnd().length;
    const read = { text: line, start, end, opening, closes };
    start = end + 1;
    return read;
  });
}

/** Where the object begins that a line ends: on it, or on one above. What stands in an object is none of its own. */
function objectStart({ text, start, opening, closes }: Line): number | undefined {
  if (opening !== undefined) return closes ? opening : undefined;
  return text.trimStart().startsWith('{') && text.trimEnd().endsWith('}') ? start : undefined;
}

/** What a result says, also one that is no JSON: `{"score": NaN}` and `{'score': 1}`, as Python writes them, or `{ score: 1 }`, as JavaScript does. */
const MEANT = /(?:"score"|[{,]\s*(?:'score'|score))\s*:/gu;

/** What a script wrote as its result: an object, or what was meant as one and cannot be read. */
export type WrittenResult = { readonly object: JsonObject } | { readonly unread: string };

/**
 * The whole output as an object, else the last one that stands on lines of its own (logs may stand before it). Where a later one
 * was meant as the result and cannot be read, that is it: what stands before it may be scores of parts, that were logged.
 */
export function findResult(stdout: string): WrittenResult | undefined {
  // Shells of Windows put a byte order mark in front of what they print.
  const text = stdout.replace(/^\uFEFF/u, '');
  const parse = objectParser(text);
  const whole = parse(text);
  if (whole) return { object: whole };
  const lines = linesOf(text);
  const meant = Array.from(text.matchAll(MEANT), ({ index }) => index);
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index];
    if (!line) continue;
    const start = objectStart(line);
    const object = start === undefined ? undefined : parse(text.slice(start, line.end));
    if (object) return { object };
    // One that was cut off has no end: all that follows is a part of it.
    const own = line.text.trimStart().startsWith('{') ? line.start : line.end;
    const from = line.opening ?? own;
    while ((meant.at(-1) ?? -1) >= line.end) meant.pop();
    if ((meant.at(-1) ?? -1) >= from) return { unread: text.slice(from) };
  }
  return undefined;
}
