import { relative } from 'node:path';
import type { RunDescription } from '@assay/engine';
import type { JsonObject, Suite, TargetDefinition } from '@assay/schema';
import { VERSION } from '../version.js';
import type { RunSettings } from './run-settings.js';

export interface RunDescriptionOptions {
  readonly runId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly settings: RunSettings;
  readonly suites: readonly Suite[];
  readonly targets: readonly TargetDefinition[];
  readonly judges: readonly string[];
}

/** Undefined settings do not belong on disk. */
function written(options: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** What the manifest says about a run. Targets are named only: their options may hold secrets. */
export function describeRun(options: RunDescriptionOptions): RunDescription {
  const { runId, startedAt, settings, suites, targets, judges } = options;
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
    targets: targets.map(({ name, provider, model }) => ({ name, provider, ...(model === undefined ? {} : { model }) })),
    judges,
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
