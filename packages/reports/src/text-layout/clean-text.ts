import { stripVTControlCharacters } from 'node:util';

/** Marks that reorder the text around them, and with it what a reader takes it for. */
const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Makes text of unknown origin (model output, names out of files) safe for a terminal: escape
 * sequences and bidirectional marks go, and every run of line breaks, tabs and other control
 * characters becomes one space.
 */
export function cleanText(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(BIDIRECTIONAL, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
