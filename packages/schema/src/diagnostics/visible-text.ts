/**
 * Characters that change how the text around them is shown, or what a terminal does, and those of which nothing is seen: control characters
 * but tabs and ends of lines, marks that turn the direction of reading, separators that some programs take for ends of lines, marks without
 * a width, soft hyphens among them. Joiners stay where they join: emoji and words of many languages are made with them.
 */
const HIDDEN =
  /(?![\t\n]|\r\n)\p{Cc}|[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|(?<!(?:[\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{L}))[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** What may be one of them, recognized in a fraction of the time: most texts have none. */
const PERHAPS_HIDDEN = /[^\P{Cc}\t\n]|[\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/u;

/** One of them as JSON writes it: `\u001b`. */
function shownCode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * A text of unknown origin (names out of files, what programs and models said) in which everything that is there can be
 * seen: control characters, marks of direction and marks without a width stand as `\u001b`. JSON stays the same JSON.
 */
export function visibleText(text: string): string {
  return PERHAPS_HIDDEN.test(text) ? text.replaceAll(HIDDEN, shownCode) : text;
}
