import { once } from 'node:events';

/** Writes to stdout at the reader's pace, so that long output never piles up in memory. */
export async function writeOut(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
