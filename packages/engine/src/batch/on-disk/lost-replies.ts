import { readTrialKeys } from '../../store/lines/read-trial-keys.js';
import { wholeLines } from '../../store/lines/whole-lines.js';
import { rechecksFile, resultsFile } from '../../store/run-files.js';
import { storeFailure } from '../../store/store-failure.js';
import { batchesFolder, repliesFile } from './batch-files.js';
import { readJournal } from './read-journal.js';
import { idText } from './request-id.js';
import { outcomeHead } from './stored-outcome.js';

/** The batches that requests were in last, by their texts. */
type LastBatches = Map<string, string>;

/** Requests whose answers the journal takes to be stored, by who asks: each trial that is over is found at once. One that is asked again, or was given up, is none. */
async function collectedRequests(run: string): Promise<Map<string, LastBatches>> {
  const requests = new Map<string, LastBatches>();
  const collected = new Set<string>();
  for await (const event of readJournal(run)) {
    if (event.type === 'batch') {
      for (const id of event.requests) {
        const own: LastBatches = requests.get(id.asker) ?? new Map<string, string>();
        requests.set(id.asker, own.set(idText(id), event.name));
      }
    } else if (event.type === 'collected') collected.add(event.name);
    else if (event.type === 'gone') collected.delete(event.name);
    else if (event.type === 'over' || event.type === 'compared') requests.delete(event.asker);
  }
  for (const [asker, own] of requests) {
    for (const [text, batch] of own) if (!collected.has(batch)) own.delete(text);
    if (own.size === 0) requests.delete(asker);
  }
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
      if (!head || head.kind === 'paid' || head.kind === 'counted') continue;
      const own = requests.get(head.asker);
      const key = idText(head);
      if (own?.get(key) === head.batch && own.delete(key) && own.size === 0) requests.delete(head.asker);
    }
    if (requests.size === 0) return 0;
    const rows = await Promise.all([resultsFile(run), rechecksFile(run)].map(readTrialKeys));
    return [...requests].reduce((sum, [asker, own]) => sum + (rows.every((keys) => keys.get(asker) === undefined) ? own.size : 0), 0);
  } catch (error) {
    throw storeFailure('read', batchesFolder(run), error);
  }
}
