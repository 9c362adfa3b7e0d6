import type { Trial } from '@assay/schema';
import type { RunWorkspaces } from './run-folders.js';

/** Milliseconds without a trial of a run after which what was prepared for it is tidied up: a worker is not told that a run has ended. */
const IDLE_MS = 30_000;

/** What is prepared for one run. */
interface OfRun {
  readonly workspaces: RunWorkspaces;
  /** Trials that have a folder or are about to get one. */
  trials: number;
  idle?: NodeJS.Timeout | undefined;
}

/**
 * The folders of a process that runs trials of several runs. Each run has its own, prepared anew: what hooks of all trials have made
 * for one is not what they make for the next.
 * @param openFor makes those of a run.
 */
export function workspacesOfRuns(openFor: () => RunWorkspaces, runIdOf: (trial: Trial) => string): RunWorkspaces {
  const runs = new Map<string, OfRun>();
  const ending = new Map<string, Promise<void>>();

  function end(runId: string, { workspaces, idle }: OfRun): Promise<void> {
    clearTimeout(idle);
    runs.delete(runId);
    const ended = workspaces.end().finally(() => void ending.delete(runId));
    ending.set(runId, ended);
    return ended;
  }

  function leave(runId: string, run: OfRun): void {
    run.trials -= 1;
    if (run.trials === 0) run.idle = setTimeout(() => void end(runId, run), IDLE_MS).unref();
  }

  async function enter(runId: string): Promise<OfRun> {
    // What tidies up may stop just what is started for the trials that come now.
    while (ending.has(runId)) await ending.get(runId);
    const run = runs.get(runId) ?? { workspaces: openFor(), trials: 0 };
    runs.set(runId, run);
    clearTimeout(run.idle);
    run.trials += 1;
    return run;
  }

  return {
    async open(trial, place) {
      const runId = runIdOf(trial);
      const run = await enter(runId);
      try {
        const opened = await run.workspaces.open(trial, { ...place, runId });
        return {
          path: opened.path,
          changes: () => opened.changes(),
          renew: () => opened.renew(),
          settle: () => opened.settle(),
          close: () => opened.close().finally(() => leave(runId, run)),
        };
      } catch (error) {
        leave(runId, run);
        throw error;
      }
    },
    async end() {
      await Promise.all([...ending.values(), ...[...runs].map(([runId, run]) => end(runId, run))]);
    },
  };
}
