import { openBatches, type Batches, type BatchProblem } from '@assay/engine';
import { UsageError, type ReportDiagnostic } from '@assay/schema';
import { noteReleased } from '../memory/reply-memory.js';
import { wordsOf } from '../../options/option-words.js';
import type { RunSettings } from '../run-settings.js';

/** Copies of a request that are made on its way to the disk: the object, and the text that is written. */
const COPIES = 2;

const DOING: Readonly<Record<BatchProblem['doing'], string>> = {
  submit: 'a batch could not be submitted',
  look: 'it is not known how far a batch is',
  collect: 'the results of a batch could not be read',
  cancel: 'a batch could not be cancelled',
  gone: 'a batch is not there any more, and what it was asked is asked again',
  missing: 'a batch is not found, and the API does not tell whether it is still there',
  'given-up': 'a batch is given up, and what it was asked is asked again',
  again: 'a batch ended without all answers, and what it did not answer is asked again',
};

/** What to do about a problem: nothing where it is asked again by itself, unless the API says something. */
function hintOf({ doing, error }: BatchProblem): string | undefined {
  if (doing === 'gone' || doing === 'given-up') return undefined;
  if (doing === 'missing') return 'look at the batches of the account; if it is gone, assay run --resume RUN --cancel-batches gives it up, and the next --resume asks its requests again';
  return error.hint ?? (doing === 'again' ? undefined : 'go on with the run to try again');
}

function refuseWithoutBatch(settings: RunSettings): void {
  const { wait, cancelBatches, resume } = settings;
  const { say } = wordsOf(settings);
  if (cancelBatches === true && resume === undefined) {
    throw new UsageError(`${say('cancelBatches')} goes with ${say('resume')}: it is about the batches of a run that is there`, { hint: 'assay list runs shows the runs' });
  }
  const said = wait === undefined ? (cancelBatches === true ? 'cancelBatches' : undefined) : 'wait';
  if (said === undefined) return;
  const began = resume === undefined ? 'this run asks nothing in batches' : `this run was not begun with ${say('batch', true)}`;
  throw new UsageError(`${say(said)} is about batches, and ${began}`, { hint: resume === undefined ? `add ${say('batch', true)}` : 'leave it out' });
}

/**
 * The batches of a run that is to have some; undefined for any other.
 * @throws UsageError for options that are about batches in a run without them.
 */
export async function makeBatches(settings: RunSettings, announce: ReportDiagnostic): Promise<Batches | undefined> {
  // Replies that are scored again are judged at once: what a run was begun with is not what this is about.
  if (settings.batch !== true || settings.rescore !== undefined) {
    refuseWithoutBatch(settings);
    return undefined;
  }
  const { say } = wordsOf(settings);
  if (settings.cancelBatches === true && settings.wait !== undefined) throw new UsageError(`${say('cancelBatches')} and ${say('wait')} do not go together`, { hint: 'leave one of them out' });
  if (settings.cancelBatches === true && settings.resume === undefined) refuseWithoutBatch(settings);
  if (settings.queue !== undefined) {
    throw new UsageError(`${say('batch')} and ${say('queue')} do not go together: batches are asked by one process, which needs no workers`, { hint: 'leave one of them out' });
  }
  const told = new Set<string>();
  return openBatches({
    acceptsTwice: settings.acceptChanges,
    // The copies of a request are no longer needed once it is on the disk.
    onSpooled: (bytes) => noteReleased(COPIES * bytes),
    onProblem(problem) {
      const { target, doing, error } = problem;
      const message = `target "${target}": ${DOING[doing]}: ${error.message}`;
      // A batch is looked at again and again while it is waited for: each problem is told once.
      if (told.has(message)) return;
      told.add(message);
      announce({ severity: 'warning', code: 'batch-problem', message, hint: hintOf(problem) });
    },
  });
}

/**
 * Says who is asked at once nevertheless.
 * @throws UsageError when that is everybody.
 */
export function checkBatches({ some, others }: Batches, announce: ReportDiagnostic, settings: Pick<RunSettings, 'words'>): void {
  const { say } = wordsOf(settings);
  const named = others.map((name) => `"${name}"`).join(', ');
  if (!some && others.length > 0) {
    throw new UsageError(`${say('batch')}: nobody here has a batch API (asked would be ${named})`, { hint: `targets of openai and anthropic have one, unless url: names a complete address; leave ${say('batch')} out to ask at once` });
  }
  if (others.length === 0) return;
  announce({ severity: 'warning', code: 'no-batches', message: `${named} ${others.length === 1 ? 'has' : 'have'} no batch API, and ${others.length === 1 ? 'is' : 'are'} asked at once` });
}
