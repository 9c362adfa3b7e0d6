import { nearestMatch } from '../diagnostics/nearest-match.js';
import type { NormalizeContext, ValuePath } from './context.js';
import { reportWarning } from './findings.js';

/**
 * Names that people give to entries that only hold YAML anchors or notes for other tools:
 * `x-…`, `_…` and `.…`. They are no typing mistakes.
 */
function isPrivateKey(key: string): boolean {
  return key.startsWith('x-') || key.startsWith('_') || key.startsWith('.');
}

/** Reports one key that nobody reads. */
export function reportUnknownKey(
  context: NormalizeContext,
  path: ValuePath,
  key: string,
  known: Iterable<string>,
  hint?: string,
): void {
  const names = [...known];
  const nearest = nearestMatch(key, names);
  const where = path.length <= (context.documentDepth ?? 0) ? '' : ` in ${String(path.findLast((part) => typeof part === 'string') ?? 'the list')}`;
  reportWarning(context, [...path, key], `unknown key "${key}"${where}; it is ignored`, {
    code: 'unknown-key',
    which: 'key',
    hint: hint ?? (nearest ? `did you mean ${nearest}?` : `known keys: ${names.join(', ')}`),
  });
}

/** Reports every key that is not known. `hints` holds better advice for names that people expect. */
export function checkKeys(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
  known: ReadonlySet<string>,
  hints: Readonly<Record<string, string>> = {},
): void {
  for (const key in raw) {
    if (known.has(key) || isPrivateKey(key)) continue;
    reportUnknownKey(context, path, key, known, Object.hasOwn(hints, key) ? hints[key] : undefined);
  }
}
