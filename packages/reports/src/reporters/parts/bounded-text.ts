/** The beginning of a text, with what was left out; a character is never cut in half. @param most characters of what is kept. */
export function boundedText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\uD800-\uDBFF]/u.test(text[most - 1] ?? '') ? most - 1 : most;
  return `${text.slice(0, end)} … (${text.length - end} more characters)`;
}
