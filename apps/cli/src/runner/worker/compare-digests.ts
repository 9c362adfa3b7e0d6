import type { JobDigests, TrialJob } from '@assay/schema';
import { differenceOfFiles } from '../jobs/job-files.js';
import { DifferenceError } from './difference-error.js';

/** What differs, in words. These are parts of the case. */
const OF_THE_CASE = {
  input: 'its input',
  expectations: 'what is expected of the reply',
  evaluators: 'its evaluators',
  settings: 'its weight, tags or settings',
  workspace: 'its workspace',
} satisfies Partial<Record<keyof JobDigests, string>>;

const OF_THE_SETTINGS = {
  prompts: () => 'the prompts of --prompt',
  variant: ({ variant }) => `variant "${variant}": its temperature or system prompt`,
  target: ({ target }) => `target "${target}": its provider, model, address or options`,
  judges: () => 'the judges: who they are, what they weigh, or how they are reached',
  embeddings: () => 'the model of the embeddings',
  versions: () => 'the versions of the evaluators',
  thresholds: () => 'the thresholds of verdicts',
  rubricRequired: () => 'rubric_required',
  prices: () => 'the prices of the settings',
  trust: () => 'whether the project is trusted',
} satisfies Partial<Record<keyof JobDigests, (job: TrialJob) => string>>;

const ALL = [...Object.keys(OF_THE_CASE), 'files', ...Object.keys(OF_THE_SETTINGS)] as readonly (keyof JobDigests)[];

type OfTheCase = keyof typeof OF_THE_CASE;
type OfTheSettings = keyof typeof OF_THE_SETTINGS;

export interface TrialHere {
  readonly digests: JobDigests;
  /** The files of its case that differ, by name, where that is known. */
  readonly files: readonly string[];
}

/** @throws DifferenceError that names everything in which a trial of this checkout differs from the one that was planned. */
export function compareDigests(job: TrialJob, { digests, files }: TrialHere): void {
  const differs = (part: keyof JobDigests): boolean => job.digests[part] !== digests[part];
  if (!ALL.some(differs)) return;
  const parts: string[] = (Object.keys(OF_THE_CASE) as OfTheCase[]).filter(differs).map((part) => OF_THE_CASE[part]);
  if (differs('files')) parts.push(differenceOfFiles(files));
  const ofCase = parts.length === 0 ? [] : [`suite ${job.suiteFile}, case "${job.caseId}" (line ${job.caseLine}): ${parts.join(', ')}`];
  const others = (Object.keys(OF_THE_SETTINGS) as OfTheSettings[]).filter(differs).map((part) => OF_THE_SETTINGS[part](job));
  throw new DifferenceError(`not what the trial was planned with: ${[...ofCase, ...others].join('; ')}`, {
    hint: 'plan and work with the same commit of the project, the same settings and the same options',
  });
}
