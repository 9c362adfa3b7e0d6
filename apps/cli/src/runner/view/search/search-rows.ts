import { Worker } from 'node:worker_threads';
import { errorText, type SearchEvent } from '@assay/schema';
import type { PreparedSearch } from './read-search.js';
import { searchProgram, type SearchNews, type SearchTask } from './search-program.js';

/** How long a pattern may take on one row, in milliseconds. */
const DEADLINE_MS = 1000;
const LOOK_EVERY_MS = 100;
/** A thread that needs more than this ends. */
const MOST_MEMORY_MB = 512;
/** What V8 may let short-lived things grow to: left to itself it takes ten times that. */
const YOUNG_MEMORY_MB = 4;

/** Tells when a row takes too long. Parsing one takes its time too, and does not count. */
function watchSteps(steps: Int32Array, tooLong: () => void): NodeJS.Timeout {
  let last = 0;
  let since = performance.now();
  return setInterval(() => {
    const step = Atomics.load(steps, 0);
    if (step !== last || step % 2 === 0) since = performance.now();
    last = step;
    if (performance.now() - since >= DEADLINE_MS) tooLong();
  }, LOOK_EVERY_MS);
}

/**
 * Searches the rows of a file in a thread of its own, and tells what is found as it is found, then of the end. Never rejects.
 * @param signal ends it, without a word.
 */
export function searchRows(file: string, { fields, text, pattern }: PreparedSearch, signal: AbortSignal, tell: (event: SearchEvent) => void): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const steps = new Int32Array(new SharedArrayBuffer(4));
    const task: SearchTask = { file, fields, text, pattern: pattern && { source: pattern.source, flags: pattern.flags }, steps };
    const worker = new Worker(`(${searchProgram.toString()})()`, {
      eval: true,
      name: 'assay-search',
      workerData: task,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
    });
    const end = (last?: SearchEvent): void => {
      clearInterval(timer);
      signal.removeEventListener('abort', aborted);
      worker.removeAllListeners();
      // The search is over: an error of a worker that is being ended is not reported.
      worker.on('error', () => undefined);
      void worker.terminate();
      if (last) tell(last);
      resolve();
    };
    const aborted = (): void => end();
    const timer = watchSteps(steps, () =>
      end({ type: 'error', message: `the pattern takes more than ${DEADLINE_MS / 1000} s on a single row: make it simpler, without repetitions inside of repetitions` }),
    );
    signal.addEventListener('abort', aborted);
    worker.on('message', (news: SearchNews) => ('hits' in news ? tell({ type: 'hits', positions: news.hits }) : end({ type: 'end', searched: news.searched })));
    worker.on('error', (error) => end({ type: 'error', message: `the search ended: ${errorText(error)}` }));
    worker.on('exit', () => end({ type: 'error', message: 'the search ended before it was done' }));
  });
}
