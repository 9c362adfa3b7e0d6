import { JOB_SCHEMA_VERSION, type TrialJob } from '../../jobs/trial-job.js';

const digest = (letter: string): string => letter.repeat(32);

/** The job of a trial. */
export function sampleJob(overrides: Partial<TrialJob> = {}): TrialJob {
  return {
    schemaVersion: JOB_SCHEMA_VERSION,
    assayVersion: '1.0.0',
    runId: '2026-11-21T09-12-33-4f2a',
    salt: digest('5'),
    trialKey: digest('0'),
    suite: 'geography',
    suitePath: 'evals/geography.yaml',
    suiteFile: 'evals/geography.yaml',
    caseId: 'capital',
    caseLine: 3,
    target: 'bot',
    variant: '',
    repeat: 1,
    digests: {
      input: digest('1'),
      expectations: digest('2'),
      evaluators: digest('3'),
      settings: digest('4'),
      workspace: digest('c'),
      files: digest('5'),
      prompts: digest('d'),
      variant: digest('6'),
      target: digest('7'),
      judges: digest('8'),
      embeddings: digest('9'),
      versions: digest('a'),
      thresholds: digest('b'),
      rubricRequired: digest('e'),
      prices: digest('f'),
      trust: digest('0'),
    },
    files: ['0123456789abcdef'],
    ...overrides,
  };
}
