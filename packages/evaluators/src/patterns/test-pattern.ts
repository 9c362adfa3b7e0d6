import vm from 'node:vm';
import { UnscoredError } from '@assay/schema';
import { backtrackingBound } from './backtracking-bound.js';

/** How long one pattern may take on one text, in milliseconds. */
const PATTERN_DEADLINE_MS = 1000;

/**
 * Ways to try a pattern that are certainly done well within the deadline. A deadline costs about
 * 50 µs, hundreds of times as much as an ordinary match, so it is kept for the patterns in doubt.
 */
const CERTAINLY_FAST = 5_000_000;

/** Longest text for which a pattern is known to be fast; the bound grows with the text alone. */
const fastUpTo = new WeakMap<RegExp, number>();

function certainlyFast(pattern: RegExp, length: number): boolean {
  if (length <= (fastUpTo.get(pattern) ?? -1)) return true;
  if (backtrackingBound(pattern.source, length) > CERTAINLY_FAST) return false;
  fastUpTo.set(pattern, length);
  return true;
}

let guard: { readonly box: { pattern: RegExp; text: string }; readonly run: (ms: number) => boolean } | undefined;

/** One context and one script serve every pattern: making them costs a hundred times a run. */
function guarded(): NonNullable<typeof guard> {
  if (!guard) {
    const box = { pattern: /(?:)/u, text: '' };
    const context = vm.createContext(box);
    const script = new vm.Script('pattern.test(text)');
    guard = { box, run: (timeout) => script.runInContext(context, { timeout }) as boolean };
  }
  return guard;
}

function isTimeout(error: unknown): boolean {
  // Not `instanceof Error`: the error comes from the context, which has an Error of its own.
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/**
 * Whether a text matches a pattern anywhere. Patterns that may backtrack without end are stopped
 * at the deadline; the process waits at most that long.
 * @throws UnscoredError (config) when the deadline passes: that is neither a match nor a miss.
 */
export function testPattern(pattern: RegExp, text: string, deadlineMs = PATTERN_DEADLINE_MS): boolean {
  pattern.lastIndex = 0;
  if (certainlyFast(pattern, text.length)) return pattern.test(text);
  const { box, run } = guarded();
  box.pattern = pattern;
  box.text = text;
  try {
    return run(deadlineMs);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new UnscoredError(
      `the pattern /${pattern.source}/ did not finish within ${deadlineMs} ms on a text of ${text.length} characters`,
      { reason: 'config', cause: error, hint: 'avoid repeats inside repeats such as (a+)+, or anchor the pattern' },
    );
  } finally {
    box.text = '';
  }
}
