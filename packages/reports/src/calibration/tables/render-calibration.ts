import type { Calibration, JudgeAudit, PageTable } from '@assay/schema';
import { cleanText } from '../../text-layout/clean-text.js';
import { layoutTable, type Column } from '../../text-layout/layout-table.js';
import { MIN_COLUMNS } from '../../text-layout/min-columns.js';
import { createPaint, type Paint } from '../../text-layout/paint.js';
import { prepareTextWidth } from '../../text-layout/text-width.js';
import { wrapText } from '../../text-layout/wrap-text.js';
import { auditTables } from './audit-tables.js';
import { calibrationTables, labelsText } from './calibration-tables.js';

interface Drawing {
  readonly width: number;
  readonly paint: Paint;
}

function remark(text: string, { width, paint }: Drawing): readonly string[] {
  return wrapText(cleanText(text), width - 2).map((line, index) => `${index === 0 ? paint('yellow', '!') : ' '} ${line}`);
}

/** The rows one under the other, each as a list, where the table is too wide. */
function asLists({ header, rows }: PageTable, { width }: Drawing): readonly string[] {
  return rows.flatMap(([name = '', ...cells]) => [...wrapText(cleanText(name), width), ...cells.flatMap((cell, index) => wrapText(`${header[index + 1] ?? ''}: ${cell}`, width - 2).map((line) => `  ${line}`))]);
}

function drawTable(table: PageTable, drawing: Drawing): readonly string[] {
  const { title, header, rows, remarks } = table;
  const columns = header.map((text, index): Column => ({
    header: text,
    align: index === 0 || text === '' ? 'left' : 'right',
    cells: rows.map((row) => ({ text: cleanText(row[index] ?? '') })),
    ...(index === 0 ? { minWidth: 10 } : {}),
  }));
  return [
    ...(title === '' ? [] : wrapText(title, drawing.width).map((line) => drawing.paint('dim', line))),
    ...(layoutTable(columns, drawing.width, drawing.paint) ?? asLists(table, drawing)),
    ...remarks.flatMap((text) => remark(text, drawing)),
  ];
}

const join = (sections: readonly (readonly string[])[]): string => sections.map((lines) => lines.map((line) => `${line}\n`).join('')).join('\n');

/** An audit of judges for a person. Sections are parted by an empty line. */
export async function renderJudgeAudit(audit: JudgeAudit, options: { readonly columns: number; readonly color: boolean }): Promise<string> {
  await prepareTextWidth(JSON.stringify(audit));
  const drawing = { width: Math.max(MIN_COLUMNS, options.columns), paint: createPaint(options.color) };
  return join(auditTables(audit).map((table) => drawTable(table, drawing)));
}

/** A calibration for a person. Sections are parted by an empty line. */
export async function renderCalibration(calibration: Calibration, options: { readonly columns: number; readonly color: boolean }): Promise<string> {
  await prepareTextWidth(JSON.stringify(calibration));
  const drawing = { width: Math.max(MIN_COLUMNS, options.columns), paint: createPaint(options.color) };
  const head = [...wrapText(`${cleanText(calibration.location)}: ${labelsText(calibration)}`, drawing.width), ...calibration.notes.flatMap((note) => remark(note, drawing))];
  return join([head, ...calibrationTables(calibration).map((table) => drawTable(table, drawing))]);
}
