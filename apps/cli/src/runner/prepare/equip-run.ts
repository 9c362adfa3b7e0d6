import { resolve } from 'node:path';
import { createTraffic, type Batches, type BreakNotice, type Traffic } from '@assay/engine';
import type { RunManifest } from '@assay/schema';
import { judgementsFolder } from '../../folders/audits-folder.js';
import { readShard } from '../../options/shard-text.js';
import { createWatchedProcesses, type WatchedProcesses } from '../../processes/watched-processes.js';
import { createRunBudget, type RunBudget } from '../budget/run-budget.js';
import { cacheByRepeat, type CacheByRepeat } from '../cache/cache-by-repeat.js';
import { openCache } from '../cache/open-cache.js';
import type { DiagnosticLog } from '../reporting/diagnostic-log.js';
import { givenUpDiagnostic } from '../reporting/given-up.js';
import type { MadeWithNotes } from '../named-files/made-with.js';
import { composeResources } from '../resources/compose-resources.js';
import type { LocalResources } from '../resources/run-resources.js';
import type { EarlierRun } from '../resume/earlier-run.js';
import type { RunSettings } from '../run-settings.js';
import { shardSalt } from '../targets/identity/shard-salt.js';
import { createTargetIdentities, type TargetIdentities } from '../targets/identity/target-identities.js';
import { targetLimiters } from '../targets/target-limiters.js';
import type { RunWorkspaces } from '../workspaces/run-folders.js';
import { runWorkspaces } from '../workspaces/run-workspaces.js';
import type { ReadRun } from './read-run.js';

/** What the trials of a run are done with. */
export interface RunEquipment {
  readonly resources: LocalResources;
  /** All requests of the run: who may send one, and what holds them up. */
  readonly traffic: Traffic;
  /** What it may take. */
  readonly budget: RunBudget;
  /** Targets that are not asked any more; grows while the run goes on. */
  readonly givenUp: readonly BreakNotice[];
  /** Who is asked. */
  readonly identities: TargetIdentities;
  /** The folders that trials work in; undefined for a run that asks nobody. */
  readonly workspaces: RunWorkspaces | undefined;
  /** Keeps watch over the programs that the run starts. */
  readonly processes: WatchedProcesses;
  /** What the run asks in batches; undefined for one that asks at once. */
  readonly batches: Batches | undefined;
  /** What a shard is made with besides its suites and targets; undefined for a run that is none. */
  readonly madeWith: MadeWithNotes | undefined;
  /** The cache of an audit, which keeps judgements by the repeats that they are for. */
  readonly byRepeat: CacheByRepeat | undefined;
  /** Frees everything that was made ready. */
  close(): Promise<void>;
}

/** What judges weighed in the earlier part of a run: it goes on with that, unless it is scored anew or told to take what is said now. */
function keptWeights(earlier: EarlierRun | undefined, { acceptChanges }: RunSettings): RunManifest['judgeWeights'] {
  return earlier?.mode === 'resume' && !acceptChanges ? earlier.manifest.judgeWeights : undefined;
}

/** Whether anything was said of batches, which is seldom. */
function saysBatches({ batch, wait, cancelBatches }: RunSettings): boolean {
  return batch === true || wait !== undefined || cancelBatches === true;
}

/**
 * Makes ready what all trials share. Targets and judges are made ready by the trials that need them.
 * @param earlier what the run goes on with.
 * @throws ConfigError, UsageError
 */
export async function equipRun(settings: RunSettings, log: DiagnosticLog, run: ReadRun, earlier: EarlierRun | undefined): Promise<RunEquipment> {
  const { cwd } = settings;
  const { reading, options, suites, budgets, selection } = run;
  const givenUp: BreakNotice[] = [];
  const processes = createWatchedProcesses();
  const shard = settings.shard === undefined ? undefined : readShard(settings.shard);
  const identities = createTargetIdentities({ earlier: earlier?.manifest.identity, salt: shard && shardSalt(suites, shard), acceptChanges: settings.acceptChanges, words: settings.words });
  const traffic = createTraffic({ concurrency: options.of('concurrency') });
  const budget = createRunBudget({ options, project: { ...reading.project, budgets }, suites, report: log.report });
  const ofAudit = settings.isAudit && settings.out !== undefined ? judgementsFolder(resolve(cwd, settings.out)) : undefined;
  const cache = await openCache({ options, reading, cwd, announce: log.announce, folder: ofAudit, words: settings.words });
  const byRepeat = ofAudit === undefined || !cache ? undefined : cacheByRepeat(cache);
  const batches = saysBatches(settings) ? await (await import('../batch/make-batches.js')).makeBatches(settings, log.announce) : undefined;
  const resources = composeResources({
    resolver: selection.resolver,
    reading,
    settings,
    cwd,
    options,
    suites,
    report: log.report,
    limiterOf: targetLimiters(traffic, options),
    announce: log.announce,
    processes,
    cache: byRepeat?.cache ?? cache,
    batches,
    budget,
    identities,
    words: settings.words,
    keptWeights: keptWeights(earlier, settings),
    onGivenUp(notice) {
      givenUp.push(notice);
      log.announce(givenUpDiagnostic(notice));
    },
  });
  // Replies that exist already were made elsewhere: they need no workspace.
  const workspaces = settings.outputs === undefined ? runWorkspaces({ settings, reading, processes, announce: log.announce }) : undefined;
  const madeWith = shard && (await import('../named-files/made-with.js')).createMadeWith({ reading, resources, earlier: earlier?.mode === 'resume' ? earlier.manifest.madeWith : undefined });
  const close = async (): Promise<void> => {
    await workspaces?.end();
    await resources.close();
    await processes.close();
    await cache?.close();
    await batches?.close();
  };
  return { resources, traffic, budget, givenUp, identities, workspaces, processes, batches, madeWith, byRepeat, close };
}
