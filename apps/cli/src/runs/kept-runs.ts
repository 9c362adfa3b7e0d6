import { isRunLocked, listRuns, openRun } from '@assay/engine';
import { StoreError, type RunManifest, type RunStatus, type RunSummary } from '@assay/schema';

/** What became of a run: `killed` says that it is `running` and nobody runs it. */
type KeptStatus = RunStatus | 'killed';

/** A run that is kept. */
export interface KeptRun {
  readonly runId: string;
  /** Undefined when it cannot be read. */
  readonly manifest: RunManifest | undefined;
  /** Undefined with the manifest. */
  readonly status: KeptStatus | undefined;
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

/** Whether a run that says so is going on: its writer may be gone. */
async function keptStatus(directory: string, { status }: Pick<RunManifest, 'status'>): Promise<KeptStatus> {
  if (status !== 'running') return status;
  // A lock that cannot be read is nobody's.
  return (await readable(() => isRunLocked(directory))) ? 'running' : 'killed';
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
      return { runId, manifest, status: manifest && (await keptStatus(directory, manifest)), summary };
    }),
  );
}
