const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Cleans up when a signal ends the process, however it was to end: by the signal itself, or by those
 * who listen for it too and leave when they like.
 * @param cleanUp may be called more than once.
 * @returns ends the watch.
 */
export function whileStopped(cleanUp: () => void): () => void {
  const handle = (signal: NodeJS.Signals): void => {
    const alone = process.listenerCount(signal) === 1;
    // Others decide when it ends, and `exit` cleans up then.
    if (!alone) return;
    tryTo(cleanUp);
    over();
    process.kill(process.pid, signal);
  };
  const atExit = (): void => tryTo(cleanUp);
  const over = (): void => {
    for (const name of SIGNALS) process.off(name, handle);
    process.off('exit', atExit);
  };
  for (const name of SIGNALS) process.on(name, handle);
  process.once('exit', atExit);
  return over;
}

function tryTo(cleanUp: () => void): void {
  try {
    cleanUp();
  } catch {
    // Nobody is left who could be told.
  }
}
