import { watch, type FSWatcher } from 'node:fs';

/**
 * How long nothing may be heard of a folder before it is looked at nevertheless, in milliseconds: network drives and some containers
 * tell of no change, and that a writer was killed changes nothing.
 */
const POLL_MS = 500;
/** Changes within so many milliseconds count as one: a run may write hundreds of rows a second. */
const GATHER_MS = 50;

/** Tells when it is worth to look at a folder again. */
export interface FolderWatch {
  /** Resolves after a change since the last time, or after half a second without one. At once when it was aborted. Never rejects. */
  next(): Promise<void>;
  /** Stops watching. */
  close(): void;
}

/** A watcher of a folder; undefined where the system has none, or no more of them. */
function openWatcher(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, onChange);
    // A folder that goes may be told as an error, and one without a listener would end the process.
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

/** Watches what is in a folder, not in those below. The folder may go. */
export function watchFolder(folder: string, signal?: AbortSignal): FolderWatch {
  let changed = false;
  let wake = (): void => {};
  const watcher = openWatcher(folder, () => {
    changed = true;
    wake();
  });
  const aborted = (): void => wake();
  signal?.addEventListener('abort', aborted);

  /** @param onChange False to sleep through changes. */
  async function sleep(milliseconds: number, onChange: boolean): Promise<void> {
    if (signal?.aborted || (onChange && changed)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        if (!onChange && !signal?.aborted) return;
        clearTimeout(timer);
        resolve();
      };
    });
    wake = () => {};
  }

  return {
    async next() {
      await sleep(GATHER_MS, false);
      await sleep(POLL_MS, true);
      changed = false;
    },
    close() {
      watcher?.close();
      signal?.removeEventListener('abort', aborted);
    },
  };
}
