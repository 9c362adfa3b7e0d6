import type { Batches, Budget, BatchStanding, Clock, RunResult } from '@assay/engine';

/** What one round did, and what is left of it. */
type Round = Pick<RunResult, 'rows' | 'waiting' | 'interrupted' | 'error'>;

export interface RoundsOptions<T extends Round> {
  readonly batches: Batches;
  /** Runs what is not done, as far as it goes. @param first false for what goes on in the same process. */
  readonly runRound: (first: boolean) => Promise<T>;
  /** Milliseconds between two looks; undefined for a run that leaves as soon as it would have to wait. */
  readonly everyMs: number | undefined;
  /** True to cancel what is in batches, and to submit nothing. */
  readonly cancels: boolean;
  /** What the run may take. What batches took is known when they are collected: there may be money again for trials that were refused. */
  readonly budget: Pick<Budget, 'reopened' | 'timeLeft' | 'endForTime' | 'account'> | undefined;
  readonly signal: AbortSignal;
  /** Told how many batches were cancelled. */
  readonly onCancelled: (batches: number) => void;
  /** Told how the batches are that a run waits for, whenever that changes. */
  readonly onProgress: (standings: readonly BatchStanding[]) => void;
  readonly clock: Clock;
}

/** Has no budget of its own. */
const NO_SUITE = { suite: '', suitePath: '' };

/** Looks in a row that nobody answers, until waiting is given up. */
const MOST_SILENT = 10;

/** Rounds in a row that bring nothing and leave nothing to wait for, until the run leaves: each may be of one judge more that refused. */
const MOST_IDLE = 10;

/** The batches that something may come of. */
function awaited({ standings }: Pick<Batches, 'standings'>): readonly BatchStanding[] {
  return standings.filter(({ isLeft }) => isLeft !== true);
}

/** Waits until all batches have ended that something may come of. @returns false when it was given up. */
async function untilEnded({ batches, budget, everyMs = 0, signal, onProgress, clock }: RoundsOptions<Round>): Promise<boolean> {
  let silent = 0;
  for (;;) {
    await batches.look(signal);
    if (signal.aborted) return false;
    const standings = awaited(batches);
    onProgress(standings);
    if (standings.length === 0) return true;
    silent = standings.some(({ status }) => status !== 'unknown') ? 0 : silent + 1;
    if (silent >= MOST_SILENT) return false;
    const left = budget?.timeLeft() ?? Infinity;
    await clock.sleep(Math.min(everyMs, Math.max(0, left)), signal).catch(() => undefined);
    if (left > everyMs || signal.aborted) continue;
    budget?.endForTime();
    return false;
  }
}

/**
 * Runs a plan in batches: first all that has ended is collected, then trials are run until they wait, then what they asked is
 * submitted. One who waits goes on so until nothing does; else the next process does.
 * @returns the last round, with the rows of all.
 * @throws StoreError when what the batches were asked, or have answered, cannot be stored.
 */
export async function runRounds<T extends Round>(options: RoundsOptions<T>): Promise<T> {
  const { batches, budget, runRound, everyMs, cancels, onCancelled, signal } = options;
  batches.endWith(signal);
  await batches.look(signal);
  if (cancels) onCancelled(await batches.cancel(signal));
  let rows = 0;
  let idle = 0;
  for (let first = true; ; first = false) {
    const run = await runRound(first);
    rows += run.rows;
    const whole = { ...run, rows };
    if (run.interrupted || run.error || cancels) return whole;
    if (run.waiting > 0) {
      const submitted = await batches.submit();
      if (!submitted || signal.aborted) return interruptedBy(signal, whole);
    }
    // Of cases that were changed while they waited nobody looks at what came of them.
    if (budget) await batches.countRest((suite = NO_SUITE) => budget.account(suite));
    if (budget?.reopened()) continue;
    if (run.waiting === 0) return whole;
    // Where all were refused for what they are, there is nothing to wait for.
    idle = run.rows > 0 || awaited(batches).length > 0 ? 0 : idle + 1;
    if (idle >= MOST_IDLE) return whole;
    if (batches.standings.length === 0) continue;
    if (everyMs === undefined || !(await untilEnded(options))) return interruptedBy(signal, whole);
  }
}

function interruptedBy<T extends Round>({ aborted }: AbortSignal, run: T): T {
  return aborted ? { ...run, interrupted: true } : run;
}
