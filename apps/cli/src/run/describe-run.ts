import { relative } from 'node:path';
import type { RunDescription } from '@assay/engine';
import type { JsonObject, Suite, TargetDefinition } from '@assay/schema';
import { VERSION } from '../version.js';
import type { RunPlan } from './plan-run.js';
import type { Readiness } from './readiness.js';
import type { RunSettings } from './run-settings.js';

export interface RunDescriptionOptions {
  readonly runId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly settings: RunSettings;
  readonly suites: readonly Suite[];
  readonly plan: Pick<RunPlan, 'targets'>;
  readonly readiness: Pick<Readiness, 'judgeIds'>;
}

/** Undefined settings do not belong on disk. */
function written(options: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as JsonObject;
}

function named({ name, provider, model }: TargetDefinition): RunDescription['targets'][number] {
  return { name, provider, ...(model === undefined ? {} : { model }) };
}

/** What the manifest says about a run. Targets are named only: their options may hold secrets. */
export function describeRun(options: RunDescriptionOptions): RunDescription {
  const { runId, startedAt, settings, suites, plan, readiness } = options;
  return {
    runId,
    assayVersion: VERSION,
    nodeVersion: process.version,
    startedAt: new Date(startedAt).toISOString(),
    suites: suites.map(({ name, dialect, file }) => ({
      name,
      dialect,
      file: relative(settings.cwd, file).replaceAll('\\', '/'),
    })),
    // Read when the manifest is written: streamed files name targets and judges while they run.
    get targets() {
      return plan.targets.map(named);
    },
    get judges() {
      return readiness.judgeIds();
    },
    options: written({
      files: settings.files,
      target: settings.targets,
      judge: settings.judges,
      backup_judge: settings.backupJudge,
      id: settings.ids,
      tag: settings.tags,
      limit: settings.limit,
      concurrency: settings.concurrency,
      repeat: settings.repeat,
      threshold: settings.threshold,
      timeout: settings.timeoutSeconds,
      max_retries: settings.maxRetries,
      strict: settings.strict,
      outputs: settings.outputs,
    }),
  };
}
