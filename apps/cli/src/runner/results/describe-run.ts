import { relative } from 'node:path';
import type { RunDescription } from '@assay/engine';
import { JUDGE_PROMPT_VERSION } from '@assay/judges';
import { withoutSecrets, type AddedDefinitions, type StoredBytes, type Suite, type TargetDefinition, type VerdictThresholds } from '@assay/schema';
import { manifestOptions } from '../../options/manifest-options.js';
import type { OptionValues } from '../../options/option-values.js';
import { readShard } from '../../options/shard-text.js';
import { VERSION } from '../../version.js';
import type { RunPlan } from '../plan/plan-run.js';
import type { LocalResources } from '../resources/run-resources.js';
import type { RunRounds } from '../rounds/run-rounds.js';
import type { RunSettings } from '../run-settings.js';
import type { TargetIdentities } from '../targets/identity/target-identities.js';
import type { MadeWithNotes } from '../named-files/made-with.js';
import type { SuiteHashes } from './suite-hashes.js';

export interface RunDescriptionOptions {
  readonly runId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly settings: RunSettings;
  /** What a program added to what is installed. */
  readonly added: AddedDefinitions | undefined;
  /** As in a prepared run. */
  readonly settled: OptionValues;
  /** As in a prepared run. */
  readonly failedIn: string | undefined;
  readonly suites: readonly Suite[];
  readonly hashes: SuiteHashes;
  readonly plan: Pick<RunPlan, 'targets'>;
  readonly resources: Pick<LocalResources, 'judgeIds' | 'judgeWeights'>;
  readonly identities: Pick<TargetIdentities, 'all'>;
  /** Of a shard. */
  readonly madeWith: Pick<MadeWithNotes, 'all'> | undefined;
  /** What adds repeats until it is decided. */
  readonly rounds: Pick<RunRounds, 'summary'> | undefined;
  /** Folder of the run, absolute. */
  readonly location: string;
  /** Scores from which cases pass or are borderline, where settings say so. */
  readonly verdicts: VerdictThresholds | undefined;
  /** As settings say it. */
  readonly rubricRequired: boolean | undefined;
  /** True when nothing in the project was vouched for. */
  readonly untrusted: boolean;
  /** Of a run whose replies are scored again. */
  readonly rescoring: StoredBytes | undefined;
  /** Batches that the run has begun, as far as it is to be known of them. */
  readonly batches: () => number;
  /** Rows of cases that were asked again that are stored; undefined where no case was. */
  readonly rechecks: () => number | undefined;
}

function definition({ name, provider, model, options }: TargetDefinition): RunDescription['targets'][number] {
  return {
    name,
    provider,
    ...(model === undefined ? {} : { model }),
    ...(Object.keys(options).length === 0 ? {} : { options: withoutSecrets(options) }),
  };
}

/** A path seen from a folder: so a project can be moved as a whole. Absolute on another drive. */
function fromFolder(folder: string, path: string): string {
  return relative(folder, path).replaceAll('\\', '/') || '.';
}

/** What the manifest says about a run: what was run (by content), with which targets and options. */
export function describeRun(options: RunDescriptionOptions): RunDescription {
  const { runId, startedAt, settings, added, settled, failedIn, suites, hashes, plan, resources, identities, madeWith, rounds, location, verdicts, rubricRequired, untrusted, rescoring, batches, rechecks } = options;
  return {
    runId,
    assayVersion: VERSION,
    nodeVersion: process.version,
    startedAt: new Date(startedAt).toISOString(),
    suites: suites.map((suite) => ({
      name: suite.name,
      path: suite.path,
      dialect: suite.dialect,
      file: fromFolder(settings.cwd, suite.file),
      sha256: hashes.of(suite),
    })),
    // Read when the manifest is written: streamed files name targets and judges while they run.
    get targets() {
      return plan.targets.map(definition);
    },
    get judges() {
      return resources.judgeIds();
    },
    get judgePromptVersion() {
      return resources.judgeIds().length > 0 ? JUDGE_PROMPT_VERSION : undefined;
    },
    get judgeWeights() {
      const weights = resources.judgeWeights();
      return weights.length > 0 ? weights : undefined;
    },
    get rounds() {
      return rounds?.summary;
    },
    get identity() {
      return identities.all;
    },
    get madeWith() {
      return madeWith?.all;
    },
    get batches() {
      return batches() || undefined;
    },
    get rechecks() {
      return rechecks();
    },
    ...(settings.shard === undefined ? {} : { shard: readShard(settings.shard) }),
    ...(verdicts === undefined ? {} : { verdicts }),
    ...(rubricRequired === false ? { rubricRequired } : {}),
    ...(added === undefined ? {} : { added }),
    ...(rescoring === undefined ? {} : { rescoring }),
    cwd: fromFolder(location, settings.cwd),
    options: { files: [...settings.files], ...manifestOptions(settled), ...manifestOptions({ ...settings, ...(failedIn === undefined ? {} : { filterFailed: fromFolder(settings.cwd, failedIn) }), untrusted: untrusted ? true : undefined }) },
  };
}
