/** Version of the form of jobs. */
export const JOB_SCHEMA_VERSION = 1;

/**
 * What a trial was planned with, as digests under the salt of its run: each is compared by itself, so that
 * a difference can be named. Together they cover all that a score depends on, but for what a machine does by itself: the
 * programs and models that are asked, modules that scripts load, the time.
 */
export interface JobDigests {
  /** The messages that the target gets, with the text of the files in them. */
  readonly input: string;
  /** What is expected: outcome, messages, context. */
  readonly expectations: string;
  /** The evaluators with their options, as normalized: what a case has from its file, its sidecar or its suite. */
  readonly evaluators: string;
  /** What the case says besides: weight, tags, conversation, whether a cached or an empty reply will do. */
  readonly settings: string;
  /** The folder that the case has to itself: what it is made of, its hooks, what is kept of it. */
  readonly workspace: string;
  /** The content of files that the case names without holding it: attachments, scripts, prompts and schemas of evaluators. */
  readonly files: string;
  /** Prompts of the command line, which stand in place of those of the suites. */
  readonly prompts: string;
  /** Temperature and system prompt of the variant. */
  readonly variant: string;
  /** The target with its variables replaced, without secrets. */
  readonly target: string;
  /** Who judges, each with the target that it is, in no order; how many have to succeed. */
  readonly judges: string;
  /** Whose vectors measure similarity. */
  readonly embeddings: string;
  /** Versions of the evaluators. */
  readonly versions: string;
  /** From which scores verdicts pass. */
  readonly thresholds: string;
  /** Whether rubrics must hold that do not say it. */
  readonly rubricRequired: string;
  /** The prices of the settings. */
  readonly prices: string;
  /** Whether the project is trusted. */
  readonly trust: string;
}

/** Most files of a case that a job tells apart. */
export const MOST_JOB_FILES = 64;

/**
 * A trial that travels: what another process, with a checkout and settings of its own, needs to make the same trial and to know
 * that it is the same. It holds no text of the case, no command, no address and no key, so that whoever can write jobs makes
 * nobody run anything that is not in his checkout.
 */
export interface TrialJob {
  readonly schemaVersion: number;
  /** Of the Assay that planned it. */
  readonly assayVersion: string;
  readonly runId: string;
  /** Of the digests; random, one for a run. */
  readonly salt: string;
  /** Of the trial. */
  readonly trialKey: string;
  /** Name of the suite. */
  readonly suite: string;
  /** Path of the suite, which with its name tells it from all others: from the root of its own project, with slashes. */
  readonly suitePath: string;
  /** The suite's file or folder, from the root of the project whose settings hold, with slashes. */
  readonly suiteFile: string;
  readonly caseId: string;
  /** Where the case begins in its file, as a line from 1: how it is found in a file that is never held whole. */
  readonly caseLine: number;
  /** Name of the target. */
  readonly target: string;
  /** Label of the variant; empty when nothing is varied. */
  readonly variant: string;
  /** Counts from 1. */
  readonly repeat: number;
  readonly digests: JobDigests;
  /**
   * The files that `digests.files` is of, so that one that differs can be named by whoever has another: the first half of each is of its name, the
   * second of its content, in hex. Of those that are more than `MOST_JOB_FILES` none.
   */
  readonly files: readonly string[];
}
