import type { Extra, RunLayout } from '../route/run-layout.js';

/** Something of a row that has a column of its own in a list. */
export type ExtraColumn = { readonly kind: 'figure'; readonly extra: Extra } | { readonly kind: 'metadata'; readonly key: string };

/** Extras that stand with the case, and not in columns of their own. */
const WITH_CASE: ReadonlySet<Extra> = new Set<Extra>(['suite', 'question']);
const WIDTHS: Partial<Record<Extra, string>> = { scores: 'minmax(160px, 0.8fr)', tags: 'minmax(90px, 0.4fr)' };
const FIGURE_WIDTH = '84px';
const METADATA_WIDTH = 'minmax(90px, 0.4fr)';
/** Of the case and the reply, in pixels. */
const LEAST_WIDTH = 400;

export function extraColumns({ extras, metadata }: Pick<RunLayout, 'extras' | 'metadata'>): readonly ExtraColumn[] {
  return [
    ...extras.filter((extra) => !WITH_CASE.has(extra)).map((extra): ExtraColumn => ({ kind: 'figure', extra })),
    ...metadata.map((key): ExtraColumn => ({ kind: 'metadata', key })),
  ];
}

/** Of the columns, as a grid wants them; empty for none. */
export function extraWidths(columns: readonly ExtraColumn[]): string {
  return columns.map((column) => (column.kind === 'metadata' ? METADATA_WIDTH : (WIDTHS[column.extra] ?? FIGURE_WIDTH))).join(' ');
}

/** What a list takes at least, in pixels: beyond that it is scrolled. */
export function leastWidth(columns: readonly ExtraColumn[]): number {
  return columns.reduce((sum, column) => sum + (column.kind === 'figure' && column.extra === 'scores' ? 160 : 90), LEAST_WIDTH);
}
