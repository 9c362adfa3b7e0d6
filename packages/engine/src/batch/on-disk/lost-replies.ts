import { readTrialKeys } from '../../store/lines/read-trial-keys.js';
import { wholeLines } from '../../store/lines/whole-lines.js';
import { rechecksFile, resultsFile } from '../../store/run-files.js';
import { storeFailure } from '../../store/store-failure.js';
import { batchesFolder, repliesFile } from './batch-files.js';
import { readJournal } from './read-journal.js';
import { idText, type RequestId } from './request-id.js';
import { outcomeHead } from './stored-outcome.js';

interface Collected {
  /** The batch that it was in last. */
  readonly batch: string;
  readonly id: RequestId;
}

/** Requests whose answers the journal takes to be stored, by their texts. One that is asked again, or was given up, is none. */
async function collectedRequests(run: string): Promise<Map<string, Collected>> {
  const requests = new Map<string, Collected>();
  const collected = new Set<string>();
  for await (const event of readJournal(run)) {
    if (event.type === 'batch') for (const id of event.requests) requests.set(idText(id), { batch: event.name, id });
    else if (event.type === 'collected') collected.add(event.name);
    else if (event.type === 'gone') collected.delete(event.name);
    else if (event.type === 'over') for (const [text, { id }] of requests) if (id.asker === event.asker) requests.delete(text);
  }
  for (const [text, { batch }] of requests) if (!collected.has(batch)) requests.delete(text);
  return requests;
}

/**
 * How many requests there are whose answers were collected and are not stored any more, of trials that have no row yet: they would be asked, and
 * paid for, again.
 * @param run Folder of the run, absolute.
 * @throws StoreError for what cannot be read.
 */
export async function countLostReplies(run: string): Promise<number> {
  try {
    const requests = await collectedRequests(run);
    if (requests.size === 0) return 0;
    for await (const { text } of wholeLines(repliesFile(run))) {
      const head = outcomeHead(text);
      const key = head && idText(head);
      if (key !== undefined && requests.get(key)?.batch === head?.batch && head?.kind !== 'paid' && head?.kind !== 'counted') requests.delete(key);
    }
    if (requests.size === 0) return 0;
    const rows = await Promise.all([resultsFile(run), rechecksFile(run)].map(readTrialKeys));
    return [...requests.values()].filter(({ id: { asker } }) => rows.every((keys) => keys.get(asker) === undefined)).length;
  } catch (error) {
    throw storeFailure('read', batchesFolder(run), error);
  }
}
