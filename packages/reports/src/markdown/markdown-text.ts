import { visibleText } from '@assay/schema';
import { boundedLine } from '../statistics/problems/bounded-line.js';

/** What is shown and does nothing: it keeps two characters apart that would mean something together. */
const BETWEEN = '&#8203;';

/** Signs that mean something to Markdown or HTML wherever they stand. */
const SIGNS = /[&<>|\\`*[\]~$^"']|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/gu;

/**
 * What a forge makes a link of, or tells somebody about: `@name`, `#12`, `!12`, `GH-12`, `name/repo@1a2b3c`, addresses. An end
 * of a word after the sign is enough, whatever stands before it.
 */
const LINKS = /[@#!%](?=[\p{L}\p{N}_])|\b(?:GH|gh)-(?=\d)|:(?=\/\/)|\b[wW]{3}(?=\.)|\b[0-9a-f]{5}(?=[0-9a-f]{2,35}\b)/gu;

/**
 * A text of any origin as one line of Markdown, also in a cell of a table, in which nothing is a sign: it shows the text, makes
 * no link, and tells nobody. Characters that are not seen stand as codes.
 * @param most characters of the text; what is cut off shows as `…`.
 */
export function markdownText(text: string, most = 300): string {
  return visibleText(boundedLine(text, most))
    .replaceAll(SIGNS, (sign) => `\u0000${sign.codePointAt(0)};`)
    .replaceAll(LINKS, (link) => `${link}${BETWEEN}`)
    .replaceAll('\u0000', '&#');
}
