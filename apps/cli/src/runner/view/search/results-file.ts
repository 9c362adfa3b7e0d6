import { join } from 'node:path';

/** Where the rows of a run folder are. */
export function resultsFile(folder: string): string {
  return join(folder, 'results.jsonl');
}
