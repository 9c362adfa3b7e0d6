import { EXIT } from '../exit-codes.js';

/** Ctrl-C and the polite kill of a process manager, as an abort signal. */
export interface Interrupt {
  readonly signal: AbortSignal;
  /** Stops listening. */
  release(): void;
}

/**
 * The first Ctrl-C (or SIGTERM) aborts: what is finished is kept and summed up. The second ends
 * the process at once.
 */
export function listenForInterrupt(onFirst: () => void): Interrupt {
  const controller = new AbortController();
  const handle = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort(new DOMException('interrupted', 'AbortError'));
    onFirst();
  };
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  return {
    signal: controller.signal,
    release() {
      process.off('SIGINT', handle);
      process.off('SIGTERM', handle);
    },
  };
}
