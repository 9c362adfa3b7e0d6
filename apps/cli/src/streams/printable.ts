const ESCAPE = '\u001B';

/**
 * What Assay itself sends to a terminal (colours, but nothing that hides text; moves within the lines that it redraws), or else a character that must
 * not get there. The same characters as `visibleText` of `@assay/schema`, which `--help` has no time to load.
 */
const OWN_OR_HIDDEN = new RegExp(
  String.raw`(?<own>${ESCAPE}\[(?:(?:[0-479]|2[2-9]|[349][0-79]|10[0-7])?m|\d*[A-DG]|0?J|[0-2]?K|\?25[hl])|\r)|(?![\t\n])\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|(?<!(?:[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L}))[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])`,
  'gu',
);

function codeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * The last gate before a terminal, a pipe or a log: whatever a file, a reply or a name brought along that could move the
 * cursor, turn the direction of reading or write elsewhere stands there as a code. In JSON the codes mean the same.
 * @param styled True if Assay colours and redraws what it writes here.
 */
export function printable(text: string, styled: boolean): string {
  return text.replaceAll(OWN_OR_HIDDEN, (found, own: string | undefined, offset: number) => {
    if (own === '\r' && (styled || text[offset + 1] === '\n')) return own;
    return own !== undefined && styled ? own : `${codeOf(found)}${found.slice(1)}`;
  });
}
