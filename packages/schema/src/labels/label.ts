import type { Verdict } from '../domain/score.js';

/** Version of the lines of label files. */
export const LABEL_VERSION = 1;

/**
 * How a reply came to be labelled: by lot. Replies are put into strata, and from each so many are drawn, all with the same chance.
 * What nobody drew (a person looked at it and had something to say) tells nothing about the replies that nobody looked at.
 */
export interface LabelDraw {
  /** In (0, 1]: how many of its stratum were drawn, over how many there are. */
  readonly chance: number;
  /** Replies of its stratum. At least 1. */
  readonly of: number;
  /** The stratum, in words; empty where there is only one. */
  readonly stratum: string;
  /** What strata are made by, in order; empty where there is only one. */
  readonly by: readonly string[];
  /** What the lots were drawn with. */
  readonly seed: number;
  /** How many replies were to be drawn in all. */
  readonly size: number;
}

/** What a person says of one reply. */
export interface Label {
  readonly runId: string;
  readonly trialKey: string;
  readonly suite: string;
  readonly suitePath: string;
  readonly caseId: string;
  readonly target: string;
  /** Empty when nothing is varied. */
  readonly variant: string;
  /** Counts from 1. */
  readonly repeat: number;
  /** Null takes back what was said before, or with `skipped` says nothing. */
  readonly verdict: Verdict | null;
  /** [0, 1]; undefined where only a verdict was given. */
  readonly score: number | undefined;
  readonly note: string;
  /** True where a person could not or would not tell. */
  readonly skipped?: boolean | undefined;
  /** Absent where the reply was not drawn by lot. */
  readonly draw?: LabelDraw | undefined;
  /** ISO 8601, UTC. */
  readonly at: string;
}
