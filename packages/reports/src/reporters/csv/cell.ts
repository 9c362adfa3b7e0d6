import { visibleText } from '@assay/schema';

/** Most characters of a cell that spreadsheets take; what is longer spills into other cells there. */
export const MOST_CHARACTERS = 32_767;

/** What may stand in a cell; undefined and null leave it empty. */
export type CellValue = string | number | boolean | null | undefined;

/** Signs that make a formula of a cell, in the forms that spreadsheets take for them. */
const EQUALS = '=\\uFE66\\uFF1D';
const OTHERS = '+\\-@\\u2212\\uFE62\\uFE63\\uFE6B\\uFF0B\\uFF0D\\uFF20';

/** Blanks, invisible characters and quotation marks, which some programs take away before they look. */
const BLANK = String.raw`\p{Z}\p{Cf}\u115F\u1160\u3164\uFFA0"'\x60\u2018-\u201F`;

/** Beginnings of cells that are, or hide, formulas. A bare tab or line break counts: they are taken away too. */
const FORMULA = new RegExp(String.raw`^(?:[\t\r\n]|[${BLANK}]*[\t\r\n${EQUALS}${OTHERS}])`, 'u');

/** A number that is one for every spreadsheet, whatever its sign. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:[Ee][+-]?\d+)?$/u;

/**
 * Beginnings of formulas inside a text, where a program that takes another separator would begin a
 * cell. Bullets and dashes there are left alone: a calculation is one that calls a function or another
 * program, or looks into another sheet.
 */
const INNER_FORMULA = new RegExp(
  String.raw`(?<=[\n,;\t])(?=[${BLANK}]*(?:[${EQUALS}]|[${OTHERS}][^\n,;\t]*(?:[\p{L}\p{N}_.]\(|\||!\$?[\p{L}\p{N}'"])))`,
  'gu',
);

/** True if a spreadsheet could take the text for a formula. Numbers are none. */
function looksLikeFormula(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text);
}

/** The text with everything in it to be seen. A mark that hid the beginning of a formula stands there as a code, and the apostrophe before it all the same. */
function harmless(value: string): string {
  const inner = visibleText(value).replaceAll(INNER_FORMULA, "'");
  return looksLikeFormula(value) || looksLikeFormula(inner) ? `'${inner}` : inner;
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const note = (left: number): string => ` … (${left} more characters)`;
  const kept = Math.max(0, most - note(text.length).length);
  // Not between the halves of a character.
  const end = /[\uD800-\uDBFF]/u.test(text[kept - 1] ?? '') ? kept - 1 : kept;
  return text.slice(0, end) + note(text.length - end);
}

/**
 * One cell as it stands in the file. Texts are always quoted, and begin with an apostrophe where a
 * spreadsheet would take them for a formula; characters that cannot be seen stand as codes. Numbers stay
 * numbers, exactly.
 *
 * Own code, since papaparse 5.7 (`escapeFormulae`, `quotes`) lets pass what some programs take for formulas: those in `＝` of full width, behind
 * a blank or an apostrophe, and where another separator would begin a cell. It writes control characters as they are, puts an
 * apostrophe before `-5`, and takes 17 ms of CPU to be imported.
 *
 * @param most characters of a text; what is longer is cut, and says so.
 */
export function csvCell(value: CellValue, most: number = MOST_CHARACTERS): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = cut(harmless(value), most);
  return `"${text.replaceAll('"', '""')}"`;
}
