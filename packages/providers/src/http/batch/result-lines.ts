const NEWLINE = 0x0a;

/** A line of a reply. One that is longer than the bound is known by its beginning. */
export interface ResultLine {
  readonly text: string;
  readonly cut: boolean;
}

/** Of a line that is too long: enough for the id in it. */
const BEGINNING = 1024;

/**
 * The lines of a body, without their ends and without those that are empty. Holds one piece of it, or one line if that is longer.
 * @param mostBytes Most of a line that is kept.
 */
export async function* resultLines(body: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<ResultLine> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let cut = false;
  const add = (part: Uint8Array): void => {
    if (cut) return;
    parts.push(part);
    size += part.length;
    if (size <= mostBytes) return;
    cut = true;
    parts = [Buffer.concat(parts).subarray(0, BEGINNING)];
  };
  const take = (): ResultLine => {
    const line = { text: Buffer.concat(parts).toString('utf8').trim(), cut };
    parts = [];
    size = 0;
    cut = false;
    return line;
  };
  for await (const chunk of body) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      const line = take();
      if (line.text !== '') yield line;
    }
    // A copy: what arrived may be used again for what comes next.
    if (start < chunk.length) add(Uint8Array.from(chunk.subarray(start)));
  }
  const last = take();
  if (last.text !== '') yield last;
}
