import { stripVTControlCharacters } from 'node:util';
import { visibleText } from '@assay/schema';

/**
 * Makes text of unknown origin (model output, names out of files) safe for a terminal: escape sequences go, and every run of line breaks,
 * tabs and other control characters becomes one space. Marks that reorder the text around them stand as codes (`\u202e`), as on the page and
 * in CSV: without them, two names that differ in nothing else would be the same.
 */
export function cleanText(text: string): string {
  return visibleText(stripVTControlCharacters(text).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim();
}
