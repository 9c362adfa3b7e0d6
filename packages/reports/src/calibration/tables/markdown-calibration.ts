import type { Calibration, JudgeAudit, PageTable } from '@assay/schema';
import { markdownText } from '../../markdown/markdown-text.js';
import { auditTables } from './audit-tables.js';
import { calibrationTables, labelsText } from './calibration-tables.js';

/** A table with its title above and its remarks below. */
export function markdownTable({ title, header, rows, remarks }: PageTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => markdownText(cell)).join(' | ')} |\n`;
  const rule = `|${header.map((_, index) => (index === 0 ? '---' : '--:')).join('|')}|\n`;
  return `${title === '' ? '' : `\n**${markdownText(title)}**\n`}\n${line(header)}${rule}${rows.map(line).join('')}${remarks.length > 0 ? `\n${remarks.map((text) => `- ${markdownText(text)}\n`).join('')}` : ''}`;
}

/** What labels say, below a title of whoever shows it. */
export function calibrationText(calibration: Calibration): string {
  const notes = calibration.notes.map((note) => `- ${markdownText(note)}\n`).join('');
  return `${markdownText(labelsText(calibration))}\n${notes === '' ? '' : `\n${notes}`}${calibrationTables(calibration).map(markdownTable).join('')}`;
}

/** A calibration in Markdown, for a comment or a page. */
export function markdownCalibration(calibration: Calibration): string {
  return `### Calibration of ${markdownText(calibration.location)}\n\n${calibrationText(calibration)}`;
}

/** An audit of judges in Markdown. */
export function markdownJudgeAudit(audit: JudgeAudit): string {
  return `### Judges audited\n${auditTables(audit).map(markdownTable).join('')}`;
}
