import { evaluatorVersions } from '@assay/engine';
import { definitionFinder, saltedDigest, withoutPaths, type JobDigests, type Trial } from '@assay/schema';
import type { Reading } from '../reading/compose-reading.js';
import type { LocalResources } from '../resources/run-resources.js';
import { createNamedFiles } from './named-files.js';

export interface TrialDigestsOptions {
  readonly reading: Pick<Reading, 'definitions' | 'project' | 'trust'>;
  readonly resources: Pick<LocalResources, 'of' | 'identityOf'>;
}

/** Digests what a trial was made of. To be asked when it was prepared. */
export type TrialDigests = (trial: Trial, salt: string) => Promise<JobDigests>;

/**
 * The whole file of a suite has no digest: a streamed one would have to be read to its end before the first job, and a
 * change in a case that has no part in a trial would refuse it. All that a trial takes from its file and its sidecar stands in
 * its case, as normalized; what its case takes from other files of the folder is digested by content.
 */
export function createTrialDigests({ reading, resources }: TrialDigestsOptions): TrialDigests {
  const { definitions, project, trust } = reading;
  const files = createNamedFiles();
  const find = definitionFinder(definitions.evaluators);
  const rules = { thresholds: project.verdicts, rubricRequired: project.rubricRequired, untrusted: trust.untrusted };
  return async (trial, salt) => {
    const { inputMessages, plainInput, expectedOutcome, expectedMessages, context, evaluators, weight, tags, conversationId, execution } = trial.evalCase;
    // What else `execution` says chooses targets and variants, of which a trial has one.
    const { noCache, allowEmpty, openTurns } = execution;
    const { target, judges, embeddings } = resources.identityOf(trial);
    const { directory, projectRoot = directory } = resources.of(trial);
    const digest = (value: unknown): string => saltedDigest(salt, value);
    return {
      input: digest({ messages: withoutPaths(inputMessages), plainInput }),
      expectations: digest({ expectedOutcome, messages: withoutPaths(expectedMessages), context }),
      evaluators: digest(evaluators),
      settings: digest({ weight, tags, conversationId, noCache, allowEmpty, openTurns }),
      files: digest(await files.of(trial.evalCase, { directory, projectRoot, fileRule: trust.load?.fileRule })),
      variant: digest(trial.variant),
      target: digest(target),
      judges: digest(judges),
      embeddings: digest(embeddings),
      versions: digest(evaluatorVersions(evaluators, find)),
      rules: digest(rules),
    };
  };
}
