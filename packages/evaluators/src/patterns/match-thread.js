import { parentPort, workerData } from 'node:worker_threads';

/**
 * The thread in which patterns run that may take long. Plain JavaScript, because Node starts it from
 * this very file wherever it stands: in the source folder, in a build, in a bundle.
 *
 * @import { MatchAnswer, MatchJob } from './match-in-thread.js'
 */

/** Where this file is, to start the thread from. */
export const threadUrl = import.meta.url;

/** @param {MatchJob} job @returns {MatchAnswer} */
function answer([text, ...patterns]) {
  try {
    return patterns.map(([source, flags]) => new RegExp(source, flags).test(text));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

if (parentPort && workerData?.role === 'assay-patterns') {
  const port = parentPort;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  port.on('message', (job) => port.postMessage(answer(job)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  port.postMessage([]);
}
