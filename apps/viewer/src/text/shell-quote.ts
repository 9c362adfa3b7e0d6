/** A text as one word of a command in a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
