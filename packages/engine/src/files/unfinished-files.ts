import { rmSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Files that are not whole yet. */
const unfinished = new Set<string>();

function removeAll(): void {
  for (const file of unfinished) {
    try {
      rmSync(file, { force: true });
    } catch {
      // Nobody is left who could be told.
    }
  }
}

function onSignal(signal: NodeJS.Signals): void {
  // Others who listen decide when the process ends, and `exit` cleans up then.
  if (process.listenerCount(signal) > 1) return;
  removeAll();
  stopListening();
  process.kill(process.pid, signal);
}

function stopListening(): void {
  for (const name of SIGNALS) process.off(name, onSignal);
  process.off('exit', removeAll);
}

/**
 * Takes a file away when the process ends before it is whole, however that happens: by itself, by a signal,
 * or by those who listen for a signal too and leave when they like.
 * @returns ends the watch.
 */
export function watchUnfinished(file: string): () => void {
  if (unfinished.size === 0) {
    for (const name of SIGNALS) process.on(name, onSignal);
    process.on('exit', removeAll);
  }
  unfinished.add(file);
  return () => {
    if (unfinished.delete(file) && unfinished.size === 0) stopListening();
  };
}
