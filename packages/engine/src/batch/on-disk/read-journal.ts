import { errorText, StoreError, type JsonValue } from '@assay/schema';
import { wholeLines } from '../../store/lines/whole-lines.js';
import { storeFailure } from '../../store/store-failure.js';
import { journalFile } from './batch-files.js';
import { journalEvent, type JournalEvent } from './journal-line.js';

function eventAt(line: string, file: string, number: number): JournalEvent {
  try {
    return journalEvent(JSON.parse(line) as JsonValue);
  } catch (error) {
    throw new StoreError(`${file}:${number}: this line tells of no batch: ${errorText(error)}`, {
      hint: 'the file was changed by hand, or by another version of Assay',
      cause: error,
    });
  }
}

/** What happened to the batches of a run. Nothing where it has asked in none. @throws StoreError for a line that tells of none. */
export async function* readJournal(run: string): AsyncGenerator<JournalEvent> {
  const file = journalFile(run);
  for await (const { text, number } of wholeLines(file)) yield eventAt(text, file, number);
}

/** Batches that the journal of a run tells of. */
export interface BatchCounts {
  /** All that were to be submitted. */
  readonly begun: number;
  /** Those of them whose results are not there. */
  readonly open: number;
}

/** @param run Folder of the run, absolute. @throws StoreError for a journal that cannot be read. */
export async function countBatches(run: string): Promise<BatchCounts> {
  const open = new Set<string>();
  let begun = 0;
  try {
    for await (const event of readJournal(run)) {
      if (event.type === 'batch') {
        begun += 1;
        open.add(event.name);
      } else if (event.type !== 'submitted' && event.type !== 'unheard' && event.type !== 'over' && event.type !== 'compared') open.delete(event.name);
    }
  } catch (error) {
    throw storeFailure('read', journalFile(run), error);
  }
  return { begun, open: open.size };
}
