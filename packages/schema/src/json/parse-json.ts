import { recognizeCopies } from '../errors/recognize-copies.js';
import { isTextDeeper } from './text-depth.js';
import { mayHaveUnboundedNumber, unboundedNumberIn } from './unbounded-number.js';

/** Most levels that JSON from outside may be nested: what walks it (hashes, rows, scripts) may then do so by recursion. */
export const MAX_JSON_DEPTH = 500;

/** JSON from outside that keeps to the grammar, and not to the bounds of what can be scored and stored alike. */
export class JsonBoundsError extends Error {
  static {
    recognizeCopies(this, 'JsonBoundsError');
  }

  override name = 'JsonBoundsError';
}

/** JSON from outside that is nested deeper than {@link MAX_JSON_DEPTH} levels. */
export class JsonDepthError extends JsonBoundsError {
  static {
    recognizeCopies(this, 'JsonDepthError');
  }

  override name = 'JsonDepthError';

  constructor() {
    super(`it is nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
}

/** JSON from outside with a number that is larger than any that can be kept, such as `1e999`. All else about it is right. */
export class JsonNumberError extends JsonBoundsError {
  static {
    recognizeCopies(this, 'JsonNumberError');
  }

  override name = 'JsonNumberError';

  /** @param place Where the number stands in the value; empty for the value itself. */
  constructor(place: string) {
    super(`it has a number${place === '' ? '' : ` at ${place}`} that is too large: numbers go up to ${Number.MAX_VALUE.toPrecision(2)}`);
  }
}

/**
 * Parses JSON that came from outside: replies, arguments of tools, results of scripts, files. What it returns
 * is what storing it as JSON again gives back.
 * @throws SyntaxError for what is no JSON; JsonDepthError for what is nested too deep; JsonNumberError for numbers
 * that are too large: in memory they would be Infinity, and null on disk.
 */
export function parseJson(text: string): unknown {
  if (isTextDeeper(text, MAX_JSON_DEPTH)) throw new JsonDepthError();
  const value: unknown = JSON.parse(text);
  const place = mayHaveUnboundedNumber(text) ? unboundedNumberIn(value) : undefined;
  if (place !== undefined) throw new JsonNumberError(place);
  return value;
}
