const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/gu;
/** `"classification":` as a key in any quotation marks or none, not as a quotation inside a JSON string. */
const LOOSE_STATEMENT = /(?<![\\\w])["'“”‘’]?classification["'“”‘’]?\s*:/giu;

/**
 * True if an object in strict JSON has a key of the kind more than once with values that differ: a
 * parser silently keeps the last.
 */
export function repeatsKey(json: string, isKey: (key: string) => boolean): boolean {
  const tokens = [...json.matchAll(TOKEN)].map(([token]) => token);
  const open: (string | undefined)[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token === '{' || token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token.startsWith('"') && tokens[index + 1] === ':' && isKey(token.slice(1, -1))) {
      const value = tokens[index + 2];
      const earlier = open.at(-1);
      if (earlier !== undefined && earlier !== value) return true;
      open[open.length - 1] = value;
    }
  }
  return false;
}

/** True if a text that is no strict JSON states a classification more than once. */
export function statesLooselyTwice(text: string): boolean {
  return [...text.matchAll(LOOSE_STATEMENT)].length > 1;
}
