import { relative } from 'node:path';
import { ConfigError, JOB_SCHEMA_VERSION, suiteKey, type Suite, type Trial, type TrialJob } from '@assay/schema';
import { VERSION } from '../../version.js';
import type { PreparedRun } from '../prepare-run.js';
import { createTrialDigests } from './trial-digests.js';

export interface JobMakerOptions extends Pick<PreparedRun, 'resources' | 'reading' | 'suites' | 'identities'> {
  readonly runId: string;
}

/** The path by which other checkouts find a suite. @throws ConfigError for one outside of the project. */
function fileOf({ file, name }: Suite, root: string): string {
  const path = relative(root, file).replaceAll('\\', '/');
  if (path !== '' && path !== '..' && !path.startsWith('../') && !/^(?:\/|[A-Za-z]:)/u.test(path)) return path;
  throw new ConfigError(`suite "${name}" lies outside of the project (${root}), so that no other checkout could find it: ${file}`, {
    hint: 'run the command in the project of the suite',
  });
}

/**
 * Makes the jobs of a run's trials. To be asked when a trial was prepared.
 * @throws ConfigError for a suite that lies outside of the project.
 */
export function jobMaker({ resources, reading, suites, identities, runId }: JobMakerOptions): (trial: Trial) => Promise<TrialJob> {
  const files = new Map(suites.map((suite) => [suiteKey({ suite: suite.name, suitePath: suite.path }), fileOf(suite, reading.project.root)]));
  const digests = createTrialDigests({ reading, resources });
  // That of the digests which rows keep: those of workers are to mean the same.
  const { salt } = identities.all;
  return async (trial) => {
    const { key, suite, suitePath, evalCase, location, target, variant, repeat } = trial;
    return {
      schemaVersion: JOB_SCHEMA_VERSION,
      assayVersion: VERSION,
      runId,
      salt,
      trialKey: key,
      suite,
      suitePath,
      suiteFile: files.get(suiteKey(trial)) ?? suitePath,
      caseId: evalCase.id,
      caseLine: location.line,
      target: target.name,
      variant: variant.label,
      repeat,
      ...(await digests.of(trial, salt)),
    };
  };
}
