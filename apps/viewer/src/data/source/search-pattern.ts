/**
 * A pattern as searches read it: with the flag `u`, and with `(?i)`, `(?s)` and `(?m)` before it as in eval files.
 * @throws SyntaxError
 */
export function searchPattern(text: string): RegExp {
  const [prefix = '', flags = ''] = /^(?:\(\?([ims]+)\))/u.exec(text) ?? [];
  return new RegExp(text.slice(prefix.length), [...new Set(`u${flags}`)].join(''));
}
