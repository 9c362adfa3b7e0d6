/**
 * Characters that change how the text around them is shown, or what a terminal does: control characters but tabs and ends
 * of lines, marks that turn the direction of reading, and separators that some programs take for ends of lines.
 */
const HIDDEN = /(?![\t\n]|\r\n)\p{Cc}|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** What may be one of them, recognized in a fraction of the time: most texts have none. */
const PERHAPS_HIDDEN = /[^\P{Cc}\t\n]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/u;

/** One of them as JSON writes it: `\u001b`. */
function shownCode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * A text of unknown origin (names out of files, what programs and models said) in which everything that is there can be
 * seen: control characters and marks of direction stand as `\u001b`. JSON stays the same JSON.
 */
export function visibleText(text: string): string {
  return PERHAPS_HIDDEN.test(text) ? text.replaceAll(HIDDEN, shownCode) : text;
}
