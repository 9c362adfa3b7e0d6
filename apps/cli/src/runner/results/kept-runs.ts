import { listRuns, openRun } from '@assay/engine';
import { StoreError, type RunManifest, type RunSummary } from '@assay/schema';

/** A run that is kept. */
export interface KeptRun {
  readonly runId: string;
  /** Undefined when it cannot be read. */
  readonly manifest: RunManifest | undefined;
  /** Undefined for a run that goes on, was killed, or has one that cannot be read. */
  readonly summary: RunSummary | undefined;
}

async function readable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

/** The runs in a folder of them, newest first. */
export async function keptRuns(folder: string): Promise<readonly KeptRun[]> {
  const folders = await listRuns(folder);
  return Promise.all(
    folders.map(async ({ runId, directory }) => {
      const reader = await readable(() => openRun(directory));
      const [manifest, summary] = await Promise.all([
        readable(async () => reader?.manifest()),
        readable(async () => reader?.summary()),
      ]);
      return { runId, manifest, summary };
    }),
  );
}
