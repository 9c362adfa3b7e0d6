import { errorText, isError, UnscoredError } from '@assay/schema';
import { backtrackingBound } from './backtracking-bound.js';
import { compilePattern } from './compile-pattern.js';
import { displayPattern } from './display-pattern.js';
import { answerLimit } from '../threads/answer-limit.js';
import { runFor } from '../threads/run-for.js';
import { runInThread } from '../threads/run-in-thread.js';

/** Steps that are certainly done at once. */
const CERTAINLY_FAST = 5_000_000;

/**
 * What is not certainly fast usually is: it is tried here first, for so many milliseconds. That takes about
 * 50 µs, and way to a thread and back takes longer. On long texts a single step may take long.
 */
export const TRY_MS = 20;
const TRY_UP_TO = 50_000;
/** A thousand fields of a reply are looked at sooner than one is sent to a thread. */
const SHORT = 200;

/** Texts up to this length are known to be fast, and from that one on known to be in doubt. */
const known = new WeakMap<RegExp, { fastUpTo: number; doubtFrom: number }>();

function certainlyFast(pattern: RegExp, length: number): boolean {
  let lengths = known.get(pattern);
  if (!lengths) known.set(pattern, (lengths = { fastUpTo: -1, doubtFrom: Infinity }));
  if (length <= lengths.fastUpTo) return true;
  if (length >= lengths.doubtFrom) return false;
  const isFast = backtrackingBound(pattern.source, length) <= CERTAINLY_FAST;
  if (isFast) lengths.fastUpTo = length;
  else lengths.doubtFrom = length;
  return isFast;
}

/** The patterns of one check, as messages name them. */
function named(patterns: readonly RegExp[]): string {
  const [first] = patterns;
  const shown = displayPattern(first?.source ?? '');
  return patterns.length > 1 ? `${patterns.length} patterns, ${shown} first,` : `the pattern ${shown}`;
}

function cannotBeTried(patterns: readonly RegExp[], why: string): UnscoredError {
  // The engine repeats the whole pattern in front of its reason.
  const reason = why.slice(why.lastIndexOf(': ') + 1).trim();
  return new UnscoredError(`${named(patterns)} cannot be tried: ${reason}`, { reason: 'config', hint: 'make it smaller, or several of it' });
}

function late(patterns: readonly RegExp[], text: string, deadlineMs: number): UnscoredError {
  return new UnscoredError(`${named(patterns)} did not finish within ${deadlineMs} ms on a text of ${text.length} characters`, {
    reason: 'config',
    hint: 'avoid repeats inside repeats such as (a+)+, or anchor the pattern',
  });
}

export interface MatchOptions {
  readonly signal?: AbortSignal | undefined;
  /** For all patterns together, in milliseconds. Default 1000. */
  readonly deadlineMs?: number | undefined;
}

/**
 * Whether each of the patterns matches a text anywhere. The answer comes at once where the patterns
 * are certain to be fast, or prove to be; else they go on in a thread that is ended at the deadline,
 * while this one is free for everything else.
 * @throws UnscoredError (config) when the deadline passes or a pattern is too large for the matcher: that
 * is neither a match nor a miss. The promise rejects with it, or with the signal's reason when that aborts.
 */
export function matchEach(
  patterns: readonly RegExp[],
  text: string,
  { signal, deadlineMs = answerLimit.ms }: MatchOptions = {},
): readonly boolean[] | Promise<readonly boolean[]> {
  const matched: boolean[] = [];
  const start = performance.now();
  for (const [index, pattern] of patterns.entries()) {
    // The time is for all of them: a thousand patterns are not tried for twenty seconds.
    const found = matchAtOnce(pattern, text, index === 0 ? TRY_MS : TRY_MS - (performance.now() - start));
    if (found === undefined) {
      return matchLater(patterns.slice(index), text, { signal, deadlineMs }).then((rest) => [...matched, ...rest]);
    }
    matched.push(found);
  }
  return matched;
}

/**
 * Whether a pattern matches a text anywhere, or undefined when that is not known within this time.
 * @param tryMs Below 1, only what is certainly fast on a short text is tried.
 * @throws UnscoredError (config) when the pattern is too large for the matcher.
 */
function matchAtOnce(pattern: RegExp, text: string, tryMs = TRY_MS): boolean | undefined {
  pattern.lastIndex = 0;
  try {
    if ((tryMs >= 1 || text.length <= SHORT) && certainlyFast(pattern, text.length)) return pattern.test(text);
    return tryMs < 1 || text.length > TRY_UP_TO ? undefined : runFor(Math.ceil(tryMs), () => pattern.test(text));
  } catch (error) {
    throw cannotBeTried([pattern], errorText(error));
  }
}

/**
 * Whether a pattern matches a text anywhere, for tasks that are ended from outside ({@link runFor}); undefined
 * for a pattern that this may not end, since on a long text a single step may take long.
 * @throws UnscoredError (config) when the pattern is too large for the matcher.
 */
export function matchWithin(pattern: RegExp, text: string): boolean | undefined {
  pattern.lastIndex = 0;
  try {
    return text.length <= TRY_UP_TO || certainlyFast(pattern, text.length) ? pattern.test(text) : undefined;
  } catch (error) {
    // What ends the task is no error of the pattern.
    if (!isError(error)) throw error;
    throw cannotBeTried([pattern], error.message);
  }
}

/** {@link matchEach} in a thread, for what is not known at once. */
export function matchLater(
  patterns: readonly RegExp[],
  text: string,
  { signal, deadlineMs = answerLimit.ms }: MatchOptions = {},
): Promise<readonly boolean[]> {
  const failure = (why: 'late' | { readonly message: string }): UnscoredError =>
    why === 'late' ? late(patterns, text, deadlineMs) : cannotBeTried(patterns, why.message);
  const job = [text, ...patterns.map(({ source, flags }) => [source, flags] as const)] as const;
  return runInThread('match', job, { deadlineMs, signal, failure });
}

/**
 * Tries written patterns on a text, and makes something of what they found: at once if that is known at
 * once, else later. See {@link matchEach}.
 */
export function matchPatterns<T>(
  written: readonly string[],
  { text, signal }: { readonly text: string; readonly signal?: AbortSignal | undefined },
  use: (matched: readonly boolean[]) => T,
  extraFlags = '',
): T | Promise<T> {
  const patterns = written.map((pattern) => compilePattern(pattern, extraFlags));
  const matched = matchEach(patterns, text, { signal });
  return matched instanceof Promise ? matched.then(use) : use(matched);
}
