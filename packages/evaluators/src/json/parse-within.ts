import { parseJson } from '@assay/schema';

/** Letters that are parsed in vain for each letter of a text, and for a short one. */
const EFFORT = 8;
const LEAST_EFFORT = 1_000_000;
/** What an attempt in vain takes besides its letters, in letters: the error that it ends with. */
const ATTEMPT = 256;

/**
 * Parses parts of a text, one after the other, until too much of it was parsed in vain: a text may be
 * written so that every line of it has to be tried.
 * @returns Reads a part: what it holds; undefined for no JSON, and for all parts once the effort is spent.
 * Throws what the parser throws besides a SyntaxError, such as JsonBoundsError for what is nested too deep.
 * @param text The whole text, of which the length says how much may be parsed in vain.
 */
export function parserWithin(text: string, parse: (part: string) => unknown = parseJson): (part: string) => { readonly value: unknown } | undefined {
  let effort = Math.max(LEAST_EFFORT, EFFORT * text.length);
  return (part) => {
    if (effort < 0) return undefined;
    try {
      return { value: parse(part) };
    } catch (error) {
      effort -= part.length + ATTEMPT;
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  };
}
