import { EXIT } from '../exit-codes.js';
import { endAllNow } from './live-processes.js';

/** Ctrl-C, the polite kill of a process manager, or a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The wish that a run ends, as an abort signal. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /**
   * Takes the signals from here on. Before, they end Assay as they end every process: at once, also while a
   * large file is being read, when nothing could take them.
   */
  listen(): void;
  /** Stops listening, unless the end is under way that a signal asked for. */
  release(): void;
}

/** Time for the programs of the run to be killed, before a second signal ends Assay too. */
const LAST_MS = 2_000;

function exit(): never {
  process.exit(EXIT.interrupted);
}

/**
 * The first of the signals aborts: what is finished is kept and summed up. The second kills the
 * programs of the run and ends the process. A third does not wait for that.
 */
export function createInterrupt(onFirst: () => void): Interrupt {
  const controller = new AbortController();
  let hurried = false;
  const hurry = (): void => {
    if (hurried) exit();
    hurried = true;
    setTimeout(exit, LAST_MS);
    void endAllNow().then(exit);
  };
  const handle = (): void => {
    if (controller.signal.aborted) return hurry();
    controller.abort(new DOMException('interrupted', 'AbortError'));
    onFirst();
  };
  return {
    signal: controller.signal,
    listen() {
      for (const name of SIGNALS) process.on(name, handle);
    },
    release() {
      // Whoever asked twice gets the code of the first time, however near the end is.
      if (controller.signal.aborted) return;
      for (const name of SIGNALS) process.off(name, handle);
    },
  };
}
