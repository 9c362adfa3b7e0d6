import type { NamingHint } from '../diagnostics/named-option.js';
import { nearestMatch } from '../diagnostics/nearest-match.js';
import { findEvaluator, type NormalizeContext } from './context.js';
import type { ValuePath } from '../domain/value-path.js';
import { reportError, reportWarning } from './findings.js';
import { oddCharacters } from './odd-characters.js';
import { asWritten, isUnreadGrading, type GradingKeys } from './grading-keys.js';

/**
 * Names that people give to entries that only hold YAML anchors or notes for other tools:
 * `x-…`, `_…` and `.…`. They are no typing mistakes. What begins with two underscores is none of them.
 */
export function isPrivateKey(key: string): boolean {
  return /^(?:x-|_(?!_)|\.)/u.test(key);
}

function shownPlace(context: NormalizeContext, path: ValuePath): string {
  const isRoot = path.length <= (context.documentDepth ?? 0);
  return isRoot ? '' : ` in ${String(path.findLast((part) => typeof part === 'string') ?? 'the list')}`;
}

/** Advice on keys; with the options of a run that it is about, if there are some. */
export type KeyHints = Readonly<Record<string, string | NamingHint>>;

/** What is known of the keys of a mapping besides those that are read. */
export interface KeyAdvice {
  /** Better advice than the nearest key, for names that people expect. */
  readonly hints?: KeyHints | undefined;
  /** In mappings that say how replies are scored: a key that says it too, and is not read, is an error. */
  readonly grading?: GradingKeys | undefined;
  /** Keys that are reported elsewhere, each with what to do instead: they are no unknown ones, and none that anybody should write. */
  readonly refused?: Readonly<Record<string, string>> | undefined;
}

/** Evaluators that are called what they measure: columns of data have these names as well. */
const FIGURES: ReadonlySet<string> = new Set(['cost', 'latency', 'token_usage']);

/** `contains: x` as a key of its own: the name of what can score a reply here, in a place where it does not. */
function isEvaluatorName(context: NormalizeContext, key: string): boolean {
  const name = asWritten(key).replace(/^\$/u, '');
  return !FIGURES.has(name) && findEvaluator(context, name) !== undefined;
}

function hintFor(key: string, known: readonly string[], nearest: string | undefined, { hints = {}, refused = {} }: KeyAdvice): string | NamingHint | undefined {
  const expected = [key, asWritten(key)].find((name) => Object.hasOwn(hints, name));
  if (expected !== undefined) return hints[expected];
  if (nearest === undefined) return undefined;
  if (known.includes(nearest)) {
    const odd = oddCharacters(key, nearest);
    return `did you mean ${nearest}?${odd === undefined ? '' : ` The key here has other characters in it (${odd}): type it anew`}`;
  }
  return `${nearest} is not supported: ${refused[nearest]}`;
}

/** Reports one key that nobody reads. */
export function reportUnknownKey(context: NormalizeContext, path: ValuePath, key: string, known: Iterable<string>, advice: KeyAdvice = {}): void {
  const { grading, refused = {} } = advice;
  // Keys of a place and of what stands there may share a name.
  const read = [...new Set(known)];
  const found = hintFor(key, read, nearestMatch(key, [...read, ...Object.keys(refused)]), advice);
  const { hint, namedOptions } = typeof found === 'object' ? found : { hint: found };
  const where = shownPlace(context, path);
  if (grading && (isUnreadGrading(key, read, grading) || isEvaluatorName(context, key))) {
    reportError(context, [...path, key], `unknown key "${key}"${where}: it says how replies are scored, and nothing reads it`, {
      code: 'unread-grading',
      which: 'key',
      hint: hint ?? grading.how,
      namedOptions,
    });
    return;
  }
  reportWarning(context, [...path, key], `unknown key "${key}"${where}; it is ignored`, {
    code: 'unknown-key',
    which: 'key',
    hint: hint ?? `known keys: ${read.join(', ')}`,
    namedOptions,
  });
}

/** Reports every key that is neither read nor refused. */
export function checkKeys(context: NormalizeContext, raw: Readonly<Record<string, unknown>>, path: ValuePath, known: ReadonlySet<string>, advice: KeyAdvice = {}): void {
  for (const key in raw) {
    if (known.has(key) || isPrivateKey(key) || Object.hasOwn(advice.refused ?? {}, key)) continue;
    reportUnknownKey(context, path, key, known, advice);
  }
}
