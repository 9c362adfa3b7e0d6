/** The value of a file of JSON, which some editors put a mark before. @throws SyntaxError */
export function parseFile(text: string): unknown {
  return JSON.parse(text.codePointAt(0) === 0xfeff ? text.slice(1) : text);
}
