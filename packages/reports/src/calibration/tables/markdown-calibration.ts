import type { Calibration, JudgeAudit } from '@assay/schema';
import { markdownText } from '../../reporters/markdown/escape.js';
import { auditTables } from './audit-tables.js';
import { calibrationTables, labelsText, type PlainTable } from './calibration-tables.js';

function tableText({ title, header, rows, remarks }: PlainTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => markdownText(cell)).join(' | ')} |\n`;
  const rule = `|${header.map((_, index) => (index === 0 ? '---' : '--:')).join('|')}|\n`;
  return `${title === '' ? '' : `\n**${markdownText(title)}**\n`}\n${line(header)}${rule}${rows.map(line).join('')}${remarks.length > 0 ? `\n${remarks.map((text) => `- ${markdownText(text)}\n`).join('')}` : ''}`;
}

/** A calibration in Markdown, for a comment or a page. */
export function markdownCalibration(calibration: Calibration): string {
  const notes = calibration.notes.map((note) => `- ${markdownText(note)}\n`).join('');
  return `### Calibration of ${markdownText(calibration.location)}\n\n${markdownText(labelsText(calibration))}\n${notes === '' ? '' : `\n${notes}`}${calibrationTables(calibration).map(tableText).join('')}`;
}

/** An audit of judges in Markdown. */
export function markdownJudgeAudit(audit: JudgeAudit): string {
  return `### Judges audited\n${auditTables(audit).map(tableText).join('')}`;
}
