/** Timers beyond this fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The time that a script may take itself. */
export interface ScriptTimer {
  /** @param end is called when the time is over. */
  start(end: () => void): void;
  stop(): void;
  /** Waits for what the script asked of others: its own time stands still, and then goes on. May overlap. */
  awhile<T>(work: () => Promise<T>): Promise<T>;
}

/** @param seconds above 0. */
export function createScriptTimer(seconds: number): ScriptTimer {
  let leftMs = seconds * 1000;
  let since: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let waits = 0;
  let onEnd: (() => void) | undefined;

  function halt(): void {
    if (since !== undefined) leftMs = Math.max(0, leftMs - (performance.now() - since));
    since = undefined;
    clearTimeout(timer);
  }

  function proceed(): void {
    if (onEnd === undefined || waits > 0) return;
    since = performance.now();
    timer = setTimeout(onEnd, Math.min(leftMs, LONGEST_TIMER_MS));
  }

  return {
    start(end) {
      onEnd = end;
      proceed();
    },
    stop() {
      halt();
      onEnd = undefined;
    },
    async awhile(work) {
      if (waits === 0) halt();
      waits += 1;
      try {
        return await work();
      } finally {
        waits -= 1;
        proceed();
      }
    },
  };
}
