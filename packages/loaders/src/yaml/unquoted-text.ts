/** Longest text that a hint writes out. */
const MAX_SHOWN = 60;

/**
 * What is wrong with `title: One: two`, the most common mistake in YAML: the second colon begins
 * another key. Undefined when the place looks otherwise.
 * @param offset Where the parser found a mapping that may not stand there: the start of the value.
 */
export function unquotedText(text: string, offset: number): { readonly message: string; readonly hint: string } | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const key = /^[\s-]*(?<key>[^\s"'#][^"'#]*?)\s*:\s+$/u.exec(text.slice(start, offset))?.groups?.['key'];
  const value = text.slice(offset, end < 0 ? undefined : end).trimEnd();
  if (key === undefined || !/^[^"'[{&*!|>].*?:(?:\s|$)/u.test(value)) return undefined;
  const quoted = value.includes('"') ? `'${value.replaceAll("'", "''")}'` : `"${value.replaceAll('\\', '\\\\')}"`;
  return {
    message: `the text of ${key} holds a colon and a space, which begin another key`,
    hint:
      value.length <= MAX_SHOWN
        ? `put it in quotes: ${key}: ${quoted}`
        : `put the whole text in quotes, or write ${key}: | and the text below it, indented`,
  };
}
