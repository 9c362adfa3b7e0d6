import { renderCase, renderRowLine } from '@assay/reports';
import { encodeRow, type RecheckedCase, type ResultRow, type VerdictThresholds } from '@assay/schema';
import { outputColumns, usesColor } from '../terminal/output-style.js';

/** What the case of a row came to when it was asked again; undefined where it was not. */
export type RecheckedOf = (row: ResultRow) => RecheckedCase | undefined;

export interface RowTextsOptions {
  /** `json`: a line of JSON; `line`: a line for a person; `case`: all that is known of the trial. */
  readonly form: 'json' | 'line' | 'case';
  readonly thresholds: VerdictThresholds | undefined;
  readonly rechecked?: RecheckedOf | undefined;
}

function textOf(row: ResultRow, { form, thresholds }: RowTextsOptions, rechecked: RecheckedCase | undefined): string {
  if (form === 'json') return `${JSON.stringify(encodeRow(row))}\n`;
  // The width is asked for anew: a terminal may change while a run is followed.
  const drawing = { columns: outputColumns(), color: usesColor(), thresholds, rechecked };
  return form === 'line' ? renderRowLine(row, drawing) : `${renderCase(row, drawing)}\n`;
}

/** The text of each row. What a case came to that was asked again stands with the first of its repeats, which stand together. */
export async function* rowTexts(rows: AsyncIterable<ResultRow>, options: RowTextsOptions): AsyncGenerator<string> {
  let before = '';
  for await (const row of rows) {
    const rechecked = options.rechecked?.(row);
    const place = rechecked ? JSON.stringify([rechecked.suitePath, rechecked.suite, rechecked.target, rechecked.variant, rechecked.caseId]) : '';
    yield textOf(row, options, place === before ? undefined : rechecked);
    before = place;
  }
}
