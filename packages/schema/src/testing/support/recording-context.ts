import type { ValuePath } from '../../domain/value-path.js';
import type { NormalizeContext } from '../../normalization/context.js';

const shownPath = (path: ValuePath): string => (path.length === 0 ? '.' : path.join('.'));

/**
 * A context for tests of what reads files: it keeps findings as lines, `severity code at the.path: message -> hint`.
 * The file of a place is the path of the value in its document.
 */
export function recordingContext(options: Partial<NormalizeContext> = {}): { readonly context: NormalizeContext; readonly found: string[] } {
  const found: string[] = [];
  const context: NormalizeContext = {
    locate: (path, which) => ({ file: which === 'key' ? `key ${shownPath(path)}` : shownPath(path), line: 1, column: 1 }),
    report: ({ severity, code, message, location, hint, related }) => {
      const second = related === undefined ? '' : ` (${related.message}: ${related.location.file})`;
      found.push(`${severity} ${code} at ${location?.file ?? '-'}: ${message}${second}${hint === undefined ? '' : ` -> ${hint}`}`);
    },
    aliasPrecedence: 'canonical',
    tally: { errors: 0 },
    ...options,
  };
  return { context, found };
}
