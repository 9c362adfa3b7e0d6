/** Time for the terminal reporter; a test passes its own. */
export interface TerminalClock {
  /** Milliseconds from any fixed moment; never goes back. */
  now(): number;
  /** Calls back every so many milliseconds until the returned function is called. */
  every(ms: number, callback: () => void): () => void;
}

/** The machine's monotonic clock. Its timers do not keep the process alive. */
export const systemClock: TerminalClock = {
  now: () => performance.now(),
  every(ms, callback) {
    const timer = setInterval(callback, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
