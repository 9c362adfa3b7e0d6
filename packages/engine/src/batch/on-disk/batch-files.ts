import { join } from 'node:path';

/** What a run has asked in batches. */
export function batchesFolder(run: string): string {
  return join(run, 'batches');
}

/** Which requests went where. */
export function journalFile(run: string): string {
  return join(batchesFolder(run), 'batches.jsonl');
}

/** What came of them. */
export function repliesFile(run: string): string {
  return join(batchesFolder(run), 'replies.jsonl');
}
