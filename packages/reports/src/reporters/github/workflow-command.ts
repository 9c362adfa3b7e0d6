import { visibleText } from '@assay/schema';

/** What an annotation is about. */
export interface AnnotationPlace {
  /** From the root of the checkout, with slashes. */
  readonly file?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly title: string;
}

function data(text: string): string {
  return visibleText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A line that GitHub makes an annotation of. Nothing in its texts ends it, or adds to it. */
export function annotation(level: 'error' | 'warning' | 'notice', { file, line, column, title }: AnnotationPlace, message: string): string {
  const properties = { file, line, col: column, title };
  const shown = Object.entries(properties).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`${name}=${property(String(value))}`]));
  return `::${level} ${shown.join(',')}::${data(message)}\n`;
}
