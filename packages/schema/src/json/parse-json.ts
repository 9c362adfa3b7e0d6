import { isTextDeeper } from './text-depth.js';

/** Most levels that JSON from outside may be nested: what walks it (hashes, rows, scripts) may then do so by recursion. */
export const MAX_JSON_DEPTH = 500;

/** JSON from outside that is nested deeper than {@link MAX_JSON_DEPTH} levels. */
export class JsonDepthError extends Error {
  constructor() {
    super(`it is nested deeper than ${MAX_JSON_DEPTH} levels`);
    this.name = 'JsonDepthError';
  }
}

/**
 * Parses JSON that came from outside: replies, arguments of tools, results of scripts, files.
 * @throws SyntaxError for what is no JSON; JsonDepthError for what is nested too deep.
 */
export function parseJson(text: string): unknown {
  if (isTextDeeper(text, MAX_JSON_DEPTH)) throw new JsonDepthError();
  return JSON.parse(text);
}
