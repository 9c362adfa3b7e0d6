/** How rows begin as Assay writes them. Neither text can hold a quotation mark, so nothing of a reply is taken for a key. */
const HEAD = /^\{"schema_version":\d+,"run_id":"[^"\\]*","trial_key":"([^"\\]*)"/u;
/** Longest head that is looked at, in bytes. */
const HEAD_BYTES = 512;
const CLOSING_BRACE = 0x7d;
const CARRIAGE_RETURN = 0x0d;

/**
 * The key of a row, read off the beginning of its line: parsing the whole of it takes many times as long.
 * @returns undefined for a line that begins or ends in another way; it has to be parsed.
 */
export function keyInHead(line: Buffer): string | undefined {
  const last = line.at(-1) === CARRIAGE_RETURN ? line.at(-2) : line.at(-1);
  if (last !== CLOSING_BRACE) return undefined;
  return HEAD.exec(line.toString('utf8', 0, HEAD_BYTES))?.[1];
}
