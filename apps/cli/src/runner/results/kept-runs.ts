import { listRuns, openRun } from '@assay/engine';
import { StoreError, type RunManifest } from '@assay/schema';

/** A run that is kept. */
export interface KeptRun {
  readonly runId: string;
  /** Undefined when it cannot be read. */
  readonly manifest: RunManifest | undefined;
}

/** The runs in a folder of them, newest first. */
export async function keptRuns(folder: string): Promise<readonly KeptRun[]> {
  const folders = await listRuns(folder);
  return Promise.all(
    folders.map(async ({ runId, directory }) => {
      try {
        return { runId, manifest: await (await openRun(directory)).manifest() };
      } catch (error) {
        if (error instanceof StoreError) return { runId, manifest: undefined };
        throw error;
      }
    }),
  );
}
