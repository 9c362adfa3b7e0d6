import { bracketEnds, JsonBoundsError, JsonDepthError, JsonNumberError, MAX_JSON_DEPTH, parseJson, UnscoredError, type JsonValue } from '@assay/schema';
import { parserWithin } from './parse-within.js';

const FENCE = /^[ \t]*```[^\n`]*\n([\s\S]*?)^[ \t]*```/gmu;

/** JSON that was found in a text. */
interface Found {
  readonly value: JsonValue;
}

type Parse = (part: string) => Found | undefined;

/** @throws What {@link parseJson} throws. */
type ReadJson = (text: string) => unknown;

/** `[1]` in prose is more often a footnote than an answer. */
function isFootnote(value: JsonValue): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

/** @throws JsonBoundsError for brackets that all close and are too many, or hold a number that is too large: what stands in them is no answer of its own. */
function firstBracketed(text: string, parse: Parse): Found | undefined {
  let footnote: Found | undefined;
  const endOf = bracketEnds(text, { opening: '{[', oneLineTexts: true });
  for (const { index } of text.matchAll(/\{(?=\s*["}])|\[(?=\s*["{[\]\dtfn-])/gu)) {
    const end = endOf(index);
    if (end === undefined) continue;
    const found = parse(text.slice(index, end));
    if (found && !isFootnote(found.value)) return found;
    footnote ??= found;
  }
  return footnote;
}

function search(text: string, read: ReadJson): Found | undefined {
  const parse = parserWithin(text, read) as Parse;
  try {
    const whole = parse(text);
    if (whole) return whole;
  } catch (error) {
    // Brackets that never close are no depth: what follows them is still found.
    if (!(error instanceof JsonDepthError)) throw error;
  }
  for (const match of text.matchAll(FENCE)) {
    const fenced = parse(match[1] ?? '');
    if (fenced) return fenced;
  }
  return firstBracketed(text, parse);
}

function unreadable(error: JsonBoundsError): UnscoredError {
  return new UnscoredError(`the JSON in the response cannot be read: ${error.message}`, {
    ...(error instanceof JsonDepthError ? { hint: `JSON from outside may have ${MAX_JSON_DEPTH} levels of nesting` } : {}),
    cause: error,
  });
}

/** Whether brackets open a text and close at its end, so that it may be JSON, however deep. */
function isBracketed(text: string): boolean {
  const json = text.trim();
  return bracketEnds(json, { opening: '{[', oneLineTexts: true })(0) === json.length;
}

/**
 * The JSON value that a text is, alone or as its only fenced block. Undefined when it is none.
 * @param read How JSON is parsed: with the digits of large numbers, where values are compared.
 * @throws UnscoredError when it is nested too deep, or has a number that is too large.
 */
export function wholeJson(text: string, read: ReadJson = parseJson): Found | undefined {
  const fenced = /^```[^\n`]*\n([\s\S]*)\n[ \t]*```$/u.exec(text.trim());
  const json = fenced?.[1] ?? text;
  try {
    return { value: read(json) as JsonValue };
  } catch (error) {
    if (error instanceof JsonNumberError || (error instanceof JsonDepthError && isBracketed(json))) throw unreadable(error);
    if (error instanceof JsonDepthError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Whether a text is JSON, alone or as its only fenced block. Its numbers may be of any size: that is no matter of the grammar.
 * @throws UnscoredError when it is nested too deep to tell.
 */
export function isWholeJson(text: string): boolean {
  try {
    return wholeJson(text) !== undefined;
  } catch (error) {
    if (error instanceof UnscoredError && error.cause instanceof JsonNumberError) return true;
    throw error;
  }
}

/**
 * The JSON value in a text: the whole text, else the first fenced block that is JSON, else the
 * first object or list in it. Undefined when there is none.
 * @param read As of {@link wholeJson}.
 * @throws UnscoredError when it is nested too deep, or has a number that is too large.
 */
export function findJson(text: string, read: ReadJson = parseJson): Found | undefined {
  try {
    return search(text, read);
  } catch (error) {
    throw error instanceof JsonBoundsError ? unreadable(error) : error;
  }
}
