/** Where a line of a shell sends what a program prints (`>out.log`, `2>> out.log`, `&>out.log`), behind what stands before it in the same word. */
const SENT_TO = /^(|[^<>]*?[^<>=\d&-])(?:\d+|&)?>{1,2}[|&]?([^<>]*)$/u;

/**
 * The words of a line that a program may read. What it prints is written while trials run, so that the files that take it are part of what
 * comes of a trial, and none of what it is made with.
 */
export function readWords(line: string): readonly string[] {
  const words: string[] = [];
  let isTaken = false;
  for (const word of line.split(/\s+/u)) {
    const [, before, taker]: readonly (string | undefined)[] = isTaken ? [] : (SENT_TO.exec(word) ?? []);
    if (before !== undefined && before !== '') words.push(before);
    if (!isTaken && taker === undefined) words.push(word);
    isTaken = taker === '';
  }
  return words;
}
