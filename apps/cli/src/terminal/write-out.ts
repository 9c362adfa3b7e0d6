import { lossOf, untilWritable } from '../streams/lost-stream.js';

/**
 * Writes to stdout at the reader's pace, so that long output never piles up in memory.
 * @returns false when nobody takes it: the reader has closed it, or it cannot be written. Never rejects.
 */
export async function writeOut(text: string): Promise<boolean> {
  const { stdout } = process;
  if (!stdout.write(text)) await untilWritable(stdout);
  return lossOf(stdout) === undefined;
}
