import { EXIT } from '../exit-codes.js';

/** Ctrl-C, the polite kill of a process manager, or a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The wish that a run ends, as an abort signal. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /** Stops listening. */
  release(): void;
}

/**
 * The first of the signals aborts: what is finished is kept and summed up. The second ends the
 * process at once.
 */
export function listenForInterrupt(onFirst: () => void): Interrupt {
  const controller = new AbortController();
  const handle = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort(new DOMException('interrupted', 'AbortError'));
    onFirst();
  };
  for (const name of SIGNALS) process.on(name, handle);
  return {
    signal: controller.signal,
    release() {
      for (const name of SIGNALS) process.off(name, handle);
    },
  };
}
