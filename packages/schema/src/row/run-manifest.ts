import type { JsonObject } from '../domain/json.js';
import type { VerdictThresholds } from '../scoring/verdict.js';
import type { RoundsSummary } from './rounds-summary.js';

/** Version of the manifest format. */
export const MANIFEST_SCHEMA_VERSION = 1;

/** `running` in a folder that nobody works on any more means that the run was killed. */
export type RunStatus = 'running' | 'finished' | 'interrupted' | 'failed';

/** A target or judge that the run made ready, by digests from which nothing of it can be read. */
export interface ResolvedIdentity {
  readonly name: string;
  /** Of its definition as written. */
  readonly written: string;
  /** Of what that came to: variables replaced, aliases followed, without keys and other secrets. */
  readonly resolved: string;
}

/** Who was asked. The same definition with another `resolved` is another model or server behind one name. */
export interface RunIdentity {
  /**
   * In hex. Random, so that digests of two runs tell nothing about each other; shards of one run share theirs, so that they can be
   * compared with each other.
   */
  readonly salt: string;
  /** Tells whether the salt is still the one that the digests were made with. Absent in older runs. */
  readonly saltDigest?: string | undefined;
  readonly targets: readonly ResolvedIdentity[];
}

/** What the trials of a shard were made with besides their suites and targets, by digests: other shards are to have the same. */
export interface MadeWith {
  /** Of the prices of the settings. */
  readonly prices: string;
  /**
   * Files that its evaluators and workspaces name and that no row holds: scripts, prompts, schemas, hooks, templates (a folder is
   * one). A path stands twice where the file changed while the shard went on. No more than 1,000.
   */
  readonly files: readonly {
    /** From the root of the project, with slashes. */
    readonly path: string;
    readonly digest: string;
  }[];
}

/** A part of a run that is run by itself: trials are spread over parts by their cases and repeats. */
export interface RunShard {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

/** A judge, by what makes it judge as it does, with how much labels say that it counts in the mean of a panel. */
export interface WeighedJudge {
  readonly id: string;
  readonly model: string;
  /** Above 0. */
  readonly weight: number;
}

/** What a run was put together of. */
export interface MergedShards {
  /** How many shards the whole run has. */
  readonly count: number;
  /** Shards that are not there, or not whole; empty for a whole run. */
  readonly missing: readonly number[];
  /** Ids of the runs that were merged. */
  readonly runs: readonly string[];
}

/** A shard that has asked in batches, and whose answers nobody had collected when it was merged. */
export interface WaitingShard {
  readonly runId: string;
  /** From 1. */
  readonly index: number;
  readonly batches: number;
}

/** How long files of a run are, in bytes. */
export interface StoredBytes {
  readonly results: number;
  readonly rechecks: number;
}

/** Names of definitions by their kinds, as `evaluate()` has its fields. */
export interface AddedDefinitions {
  readonly evaluators?: readonly string[] | undefined;
  readonly pointFunctions?: readonly string[] | undefined;
  readonly rules?: readonly string[] | undefined;
  readonly providers?: readonly string[] | undefined;
  readonly reporters?: readonly string[] | undefined;
  readonly loaders?: readonly string[] | undefined;
}

/** `run.json`: what was run with what. Holds no secret: targets stand as written, before env substitution. */
export interface RunManifest {
  readonly schemaVersion: number;
  readonly runId: string;
  readonly status: RunStatus;
  readonly assayVersion: string;
  readonly nodeVersion: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly suites: readonly {
    readonly name: string;
    /** From the root of the project, with slashes. */
    readonly path: string;
    readonly dialect: string;
    readonly file: string;
    /** SHA-256 of its files, in hex; null when they have not been read to their end. */
    readonly sha256: string | null;
  }[];
  readonly targets: readonly {
    readonly name: string;
    readonly provider: string;
    readonly model?: string | undefined;
    /** As written, without literal secrets. Absent when there are none. */
    readonly options?: JsonObject | undefined;
  }[];
  readonly judges: readonly string[];
  /** Version of what judges were told: with another one they may judge otherwise. Absent when it is not known, or nobody judged. */
  readonly judgePromptVersion?: string | undefined;
  /** What calibrated judges count in the means of their panels, by id. A run that is gone on with takes the same. Absent where none is weighed by labels. */
  readonly judgeWeights?: readonly WeighedJudge[] | undefined;
  /** The files and options of the run as they were given, with names as on the command line: all that it takes to continue it. */
  readonly options: JsonObject;
  /** Scores from which a case of the run passes or is borderline. Absent for 0.8 and 0.6. */
  readonly verdicts?: VerdictThresholds | undefined;
  /** False for a run in which a line of a rubric that does not say so need not hold. Absent where it must. */
  readonly rubricRequired?: false | undefined;
  /** How far a run is that adds repeats until it is decided. Absent where their number was given. */
  readonly rounds?: RoundsSummary | undefined;
  /** Folder that its relative paths start from, seen from the folder of the run, with slashes. */
  readonly cwd: string;
  readonly identity: RunIdentity;
  /** What a program added to the definitions that are installed: whoever goes on with the run needs the same. Absent for a run of installed ones alone. */
  readonly added?: AddedDefinitions | undefined;
  /** Present for a run that is a part of one. */
  readonly shard?: RunShard | undefined;
  /** Of a shard, and of what was merged of some. Absent in older runs. */
  readonly madeWith?: MadeWith | undefined;
  /** Present for a run that was put together of shards. */
  readonly merged?: MergedShards | undefined;
  /**
   * How much had been stored before the replies of the run began to be scored again (`--rescore`): what stands there has not been,
   * unless it stands behind that too. Absent for a run that is not scored again, and when that came to its end.
   */
  readonly rescoring?: StoredBytes | undefined;
  /**
   * How many batches had been written into `batches/batches.jsonl`: where that tells of fewer, what it does not tell of would be asked, and
   * paid for, again. Of a merged run, those of its shards whose answers nobody has collected. Absent for none.
   */
  readonly batches?: number | undefined;
  /** Of a merged run: whose these batches are. Absent for none. */
  readonly waitingShards?: readonly WaitingShard[] | undefined;
  /** Rows of the run's trials that had been stored when the manifest was written. */
  readonly rows: number;
  /** Rows of cases that were asked again (`--recheck`) that had been stored then, in `rechecks.jsonl`. Absent where no case was, and there is no such file. */
  readonly rechecks?: number | undefined;
}
