import { openDependencies, openRechecks, runTrials, type RunResult } from '@assay/engine';
import type { ResultStore } from '@assay/schema';
import { limitsOfBatches } from '../batch/limits-of-batches.js';
import { runInBatches } from '../batch/run-in-batches.js';
import { stepKeys } from '../batch/step-keys.js';
import { trialReplies } from '../memory/reply-memory.js';
import { paceOf } from '../pace.js';
import { checkedStore } from '../results/checked-store.js';
import { withKeptIdentities } from '../results/keep-identities.js';
import { rescoringExecutor } from '../resume/take-stock.js';
import type { KeptRun } from './kept-run.js';
import type { OpenedRun } from './opened-run.js';
import type { Inventory } from './take-inventory.js';
import type { RunWatch } from './watch-run.js';
import type { RunRechecks } from '../rechecks/run-rechecks.js';

/** The manifest goes on to count the rows of the run, and those of rechecks beside them. */
async function openStore({ store: opened }: OpenedRun, { guarded, store, part, countRechecks }: KeptRun, { storedBy }: RunRechecks): Promise<ResultStore> {
  const rechecks = checkedStore(await openRechecks(opened));
  return {
    ...guarded(rechecks),
    async writeManifest(manifest) {
      const count = storedBy(manifest.rows);
      countRechecks(count);
      await store.writeManifest({ ...manifest, rows: part.rows, rechecks: count });
    },
  };
}

/** Asks cases again that have been found to be worth it: at once, or in batches. @throws StoreError when their file cannot be opened. */
export async function askAgain(run: OpenedRun, { executor, budget }: Inventory, kept: KeptRun, watch: RunWatch, rechecks: RunRechecks): Promise<RunResult> {
  const { prepared, queue, earlier, log, reporter, settings } = run;
  const { resources, identities, traffic, batches } = prepared;
  const { ledger, needed } = rechecks;
  const store = await openStore(run, kept, rechecks);
  try {
    const noted = withKeptIdentities(earlier && ledger ? rescoringExecutor(executor, { ledger, earlier, of: 'rechecks' }) : executor, identities, kept.keepManifest);
    const steps = stepKeys(store, ledger);
    const dependencies = needed && (await openDependencies(needed));
    const runRound = (): Promise<RunResult> =>
      runTrials({
        plan: rechecks.trials(),
        executor: batches?.executor(noted) ?? noted,
        done: steps.done,
        dependencies,
        store: steps.store,
        ...(queue?.pace ?? paceOf(traffic, resources, batches !== undefined)),
        observe: watch.pool,
        replyMemory: trialReplies,
        limits: batches ? limitsOfBatches(budget) : queue ? queue.limits(budget) : budget,
        signal: queue ? AbortSignal.any([settings.signal, queue.lost]) : settings.signal,
        manifest: kept.manifest,
      });
    return await (batches ? runInBatches({ batches, budget, settings, log, runRound, isMore: true, onWaiting: watch.inBatches, onBatches: reporter.inBatches }) : runRound());
  } finally {
    await store.close();
  }
}
