import { UnscoredError } from '@assay/schema';
import { LARGEST_PATTERN, patternSize } from './pattern-size.js';
import { displayPattern } from './display-pattern.js';

const LEADING_FLAGS = /^\(\?([ims]+)\)/u;
/** Escapes that mean what they say only in Unicode mode. */
const UNICODE_ESCAPE = /\\(?:[pP]\{|u\{)/u;
const CACHE_SIZE = 500;
const cache = new Map<string, RegExp>();

function readFlags(written: string): { source: string; flags: Set<string> } {
  const flags = new Set<string>();
  let source = written;
  for (let prefix = LEADING_FLAGS.exec(source); prefix; prefix = LEADING_FLAGS.exec(source)) {
    for (const flag of prefix[1] ?? '') flags.add(flag);
    source = source.slice(prefix[0].length);
  }
  if (UNICODE_ESCAPE.test(source)) flags.add('u');
  return { source, flags };
}

/** The engine repeats the whole pattern in front of its reason. */
function reasonOf(error: SyntaxError): string {
  return error.message.length > 400 ? error.message.slice(error.message.lastIndexOf(': ') + 2) : error.message;
}

/**
 * A pattern as written in a file: JavaScript's syntax, with `(?i)`, `(?s)`, `(?m)` (also together,
 * `(?is)`) allowed at its start. Unicode mode is switched on by `\p{…}` and `\u{…}`.
 * @param extraFlags Flags that the caller wants on top, e.g. `i`.
 * @throws UnscoredError (config) when it is not a valid pattern.
 */
export function compilePattern(written: string, extraFlags = ''): RegExp {
  const key = `${extraFlags}/${written}`;
  const known = cache.get(key);
  if (known) return known;
  const { source, flags } = readFlags(written);
  for (const flag of extraFlags) flags.add(flag);
  if (patternSize(source) > LARGEST_PATTERN) {
    throw new UnscoredError(`the pattern ${displayPattern(written)} is too large`, {
      reason: 'config',
      hint: `at most ${LARGEST_PATTERN} characters are allowed, where a group counts as 20, a set, a class or a dot as 50 and \\p{…} as 250; make several patterns of it`,
    });
  }
  try {
    const pattern = new RegExp(source, [...flags].join(''));
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(key, pattern);
    return pattern;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UnscoredError(`${displayPattern(written)} is not a valid pattern: ${reasonOf(error)}`, {
      reason: 'config',
      cause: error,
      hint: source.includes('(?')
        ? 'flags such as (?i) may stand at the start of a pattern only'
        : 'escape characters that have a meaning in patterns with a backslash, e.g. \\( or \\+',
    });
  }
}
