import { evaluatorVersions } from '@assay/engine';
import { definitionFinder, withoutPaths, type EvalCase, type JobDigests, type Trial, type TrialJob } from '@assay/schema';
import { saltedDigest } from '../../secrets/salted-digest.js';
import type { Reading } from '../reading/compose-reading.js';
import type { LocalResources } from '../resources/run-resources.js';
import { createNamedFiles, type NamedFilesPlace } from '../named-files/named-files.js';
import { differingFiles, jobFiles } from './job-files.js';
import { createPromptsDigest } from './prompts-digest.js';

export interface TrialDigestsOptions {
  readonly reading: Pick<Reading, 'definitions' | 'project' | 'prompts' | 'trust'>;
  readonly resources: Pick<LocalResources, 'of' | 'identityOf'>;
}

/** What a job says that a trial was made of. */
type MadeOf = Pick<TrialJob, 'digests' | 'files'>;

/** Digests what trials were made of. To be asked when they were prepared. */
export interface TrialDigests {
  of(trial: Trial, salt: string): Promise<MadeOf>;
  /** The files in which a trial differs from the one of a job, by name, as far as the job tells them apart. */
  differingFiles(trial: Trial, job: Pick<TrialJob, 'files' | 'salt'>): Promise<readonly string[]>;
}

/** Digests that are remembered, and the longest text that is: what most trials share is short. */
const REMEMBERED = 10_000;
const LONGEST_TEXT = 2_000;

/** Digests of objects that many trials have in common, each made once for each salt. */
function digestsOfShared<T extends object>(digest: (salt: string, value: T) => string): (salt: string, value: T) => string {
  const known = new WeakMap<T, { readonly salt: string; readonly digest: string }>();
  return (salt, value) => {
    const before = known.get(value);
    if (before?.salt === salt) return before.digest;
    const made = { salt, digest: digest(salt, value) };
    known.set(value, made);
    return made.digest;
  };
}

/** Digests of what many trials say alike, each made once. */
function rememberedDigests(): (salt: string, value: unknown) => string {
  const known = new Map<string, string>();
  return (salt, value) => {
    const text = `${salt} ${JSON.stringify(value) ?? ''}`;
    if (text.length > LONGEST_TEXT) return saltedDigest(salt, value);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED) known.clear();
    const digest = saltedDigest(salt, value);
    known.set(text, digest);
    return digest;
  };
}

/**
 * The whole file of a suite has no digest: a streamed one would have to be read to its end before the first job, and a
 * change in a case that has no part in a trial would refuse it. All that a trial takes from its file and its sidecar stands in
 * its case, as normalized; what its case takes from other files of the folder is digested by content.
 */
export function createTrialDigests({ reading, resources }: TrialDigestsOptions): TrialDigests {
  const { definitions, project, trust } = reading;
  const find = definitionFinder(definitions.evaluators);
  const files = createNamedFiles(find);
  const prompts = createPromptsDigest(reading.prompts);
  const remembered = rememberedDigests();
  const ofShared = digestsOfShared(remembered);
  const ofVersions = digestsOfShared((salt, evaluators: EvalCase['evaluators']) => remembered(salt, evaluatorVersions(evaluators, find)));
  const rules = { thresholds: { verdicts: project.verdicts }, rubricRequired: { rubricRequired: project.rubricRequired }, prices: { prices: project.prices }, trust: { untrusted: trust.untrusted } };
  const placeOf = (trial: Trial): NamedFilesPlace => {
    const { directory, projectRoot = directory } = resources.of(trial);
    return { directory, projectRoot, fileRule: trust.load?.fileRule };
  };

  async function of(trial: Trial, salt: string): Promise<MadeOf> {
    const { inputMessages, plainInput, expectedOutcome, expectedMessages, context, evaluators, weight, tags, conversationId, execution, workspace } = trial.evalCase;
    // What else `execution` says chooses targets and variants, of which a trial has one.
    const { noCache, allowEmpty, openTurns } = execution;
    const { target, judges, embeddings } = resources.identityOf(trial);
    const named = await files.of(trial.evalCase, placeOf(trial));
    const own = (value: unknown): string => saltedDigest(salt, value);
    const digest = (value: unknown): string => remembered(salt, value);
    const shared = (value: object): string => ofShared(salt, value);
    const digests: JobDigests = {
      input: own({ messages: withoutPaths(inputMessages), plainInput }),
      expectations: own({ expectedOutcome, messages: withoutPaths(expectedMessages), context }),
      evaluators: shared(evaluators),
      settings: digest({ weight, tags, conversationId, noCache, allowEmpty, openTurns }),
      workspace: digest({ workspace }),
      files: digest(named),
      prompts: prompts(salt),
      variant: shared(trial.variant),
      target: shared(target),
      judges: digest(judges),
      embeddings: digest(embeddings),
      versions: ofVersions(salt, evaluators),
      thresholds: shared(rules.thresholds),
      rubricRequired: shared(rules.rubricRequired),
      prices: shared(rules.prices),
      trust: shared(rules.trust),
    };
    return { digests, files: jobFiles(named, digest) };
  }

  return {
    of,
    async differingFiles(trial, { files: planned, salt }) {
      const place = placeOf(trial);
      return differingFiles({ planned, here: await files.of(trial.evalCase, place), absent: files.absentOf(trial.evalCase, place), digest: (value) => remembered(salt, value) });
    },
  };
}
