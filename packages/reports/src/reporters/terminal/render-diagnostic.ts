import { formatLocation, type Diagnostic, type Severity } from '@assay/schema';
import { cleanText } from '../../text-layout/clean-text.js';
import type { Color, Paint } from '../../text-layout/paint.js';

const COLORS: Readonly<Record<Severity, Color>> = { error: 'red', warning: 'yellow', info: 'dim' };

/**
 * A finding in the form that editors know: `file:line:column: severity: message`. Not broken into
 * lines, so that it can be searched and copied.
 */
export function renderDiagnostic(diagnostic: Diagnostic, paint: Paint): string {
  const { severity, location, message, hint, related } = diagnostic;
  const place = location ? `${cleanText(formatLocation(location))}: ` : '';
  const lines = [`${place}${paint(COLORS[severity], `${severity}:`)} ${cleanText(message)}`];
  if (related) lines.push(`  ${cleanText(formatLocation(related.location))}: ${cleanText(related.message)}`);
  if (hint !== undefined) lines.push(`  ${paint('dim', 'fix:')} ${cleanText(hint)}`);
  return lines.map((line) => `${line}\n`).join('');
}
