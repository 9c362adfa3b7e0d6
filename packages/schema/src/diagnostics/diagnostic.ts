import { formatLocation, type SourceLocation } from './location.js';
import type { NamingHint } from './named-option.js';
import { visibleText } from './visible-text.js';

/**
 * - `error`: present and wrong; nothing runs.
 * - `warning`: works, but probably not as meant; an error under `--strict`.
 * - `info`: advice on style; never an error.
 */
export type Severity = 'error' | 'warning' | 'info';

/** One finding about a file: what, where, what is allowed, how to fix it. */
export interface Diagnostic extends NamingHint {
  readonly severity: Severity;
  /** Stable kebab-case name of the kind of finding, e.g. `unknown-key`. */
  readonly code: string;
  readonly message: string;
  readonly location?: SourceLocation | undefined;
  /** A second place that the finding is about, e.g. the first of two equal ids. */
  readonly related?: { readonly message: string; readonly location: SourceLocation } | undefined;
}

/** Receives findings as they are made. */
export type ReportDiagnostic = (diagnostic: Diagnostic) => void;

/** One finding as lines of plain text: `place: severity: message`, then the hint. Control characters are shown as codes. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const place = diagnostic.location ? `${formatLocation(diagnostic.location)}: ` : '';
  const lines = [`${place}${diagnostic.severity}: ${diagnostic.message}`];
  if (diagnostic.related) {
    lines.push(`  ${formatLocation(diagnostic.related.location)}: ${diagnostic.related.message}`);
  }
  if (diagnostic.hint) lines.push(`  fix: ${diagnostic.hint}`);
  return visibleText(lines.join('\n'));
}
