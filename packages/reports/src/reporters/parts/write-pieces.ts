import type { ReportOutput } from '@assay/schema';

/** Characters that are written at once. */
const WRITE_FROM = 64 * 1024;

/** Writes a report at its reader's pace, in pieces of a size that suits a disk. */
export async function writePieces(output: ReportOutput, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length < WRITE_FROM) continue;
    await output.write(text);
    text = '';
  }
  if (text !== '') await output.write(text);
}
