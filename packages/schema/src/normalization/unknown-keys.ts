import { nearestMatch } from '../diagnostics/nearest-match.js';
import { findEvaluator, type NormalizeContext } from './context.js';
import type { ValuePath } from '../domain/value-path.js';
import { reportError, reportWarning } from './findings.js';
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

export interface UnknownKeyOptions {
  /** Better advice than the nearest key. */
  readonly hint?: string | undefined;
  /** In mappings that say how replies are scored: a key that says it too, and is not read, is an error. */
  readonly grading?: GradingKeys | undefined;
}

/** Evaluators that are called what they measure: columns of data have these names as well. */
const FIGURES: ReadonlySet<string> = new Set(['cost', 'latency', 'token_usage']);

/** `contains: x` as a key of its own: the name of what can score a reply here, in a place where it does not. */
function isEvaluatorName(context: NormalizeContext, key: string): boolean {
  const name = asWritten(key).replace(/^\$/u, '');
  return !FIGURES.has(name) && findEvaluator(context, name) !== undefined;
}

/** Reports one key that nobody reads. */
export function reportUnknownKey(
  context: NormalizeContext,
  path: ValuePath,
  key: string,
  known: Iterable<string>,
  { hint, grading }: UnknownKeyOptions = {},
): void {
  const names = [...known];
  const nearest = nearestMatch(key, names);
  const where = shownPlace(context, path);
  if (grading && (isUnreadGrading(key, names, grading) || isEvaluatorName(context, key))) {
    reportError(context, [...path, key], `unknown key "${key}"${where}: it says how replies are scored, and nothing reads it`, {
      code: 'unread-grading',
      which: 'key',
      hint: hint ?? (nearest === undefined ? grading.how : `did you mean ${nearest}?`),
    });
    return;
  }
  reportWarning(context, [...path, key], `unknown key "${key}"${where}; it is ignored`, {
    code: 'unknown-key',
    which: 'key',
    hint: hint ?? (nearest ? `did you mean ${nearest}?` : `known keys: ${names.join(', ')}`),
  });
}

/**
 * Reports every key that is not known. `hints` holds better advice for names that people expect;
 * `grading` says by which of the known keys replies are scored.
 */
export function checkKeys(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
  known: ReadonlySet<string>,
  hints: Readonly<Record<string, string>> = {},
  grading?: GradingKeys,
): void {
  for (const key in raw) {
    if (known.has(key) || isPrivateKey(key)) continue;
    reportUnknownKey(context, path, key, known, { hint: Object.hasOwn(hints, key) ? hints[key] : undefined, grading });
  }
}
