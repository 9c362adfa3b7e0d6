import type { Redis } from 'ioredis';

/** Milliseconds between two looks. */
const LOOK_MS = 1_000;
/** Looks in a row without an answer after which nobody waits for one any more. */
const SILENT_LOOKS = 5;

/** Whether somebody has taken the connection at the other end, be it a system on which the server hangs. */
export function isTaken({ status }: { readonly status: string }): boolean {
  return status === 'ready' || status === 'connect';
}

/**
 * Watches whether a server still answers, and calls back as often as it has said nothing for some seconds. One that hangs closes no
 * connection, and neither does a machine that is gone without a word: whoever only waits would never know.
 *
 * What counts are looks, and not the time: a process that stood still itself has heard nobody meanwhile.
 * @param connection One on which nothing large comes or goes, behind which the answers would wait.
 */
export function watchAnswers(connection: Redis, onSilence: () => void): { close(): void } {
  let silent = 0;
  const answered = (): void => void (silent = 0);
  const timer = setInterval(() => {
    // One that is being made tells by itself when nobody takes it.
    if (!isTaken(connection)) return answered();
    silent += 1;
    if (silent > SILENT_LOOKS) {
      answered();
      return onSilence();
    }
    // Whatever is said is an answer, such as that it reads its data still.
    if (connection.status === 'ready') connection.ping().then(answered, answered);
  }, LOOK_MS);
  return { close: () => clearInterval(timer) };
}
