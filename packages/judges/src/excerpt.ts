/**
 * The start of a text for use in a message: on one line, without control characters (a reply
 * must not be able to move the cursor of the terminal it is shown in), cut between characters.
 */
export function excerpt(text: string, length: number): string {
  const line = text
    .slice(0, length * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length > length || text.length > length * 4
    ? `${characters.slice(0, length).join('').trimEnd()}…`
    : line;
}
