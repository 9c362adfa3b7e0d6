/** One of those that are ranked: a target, with its variant and run where these tell replies apart. */
export interface RankedMember {
  readonly name: string;
  /** ln of the strength, 0 on average over its group: against one that is weaker by d it wins with the chance 1 / (1 + e^−d), ties aside. */
  readonly strength: number;
  /** Ends of the interval of 95 %; null where the data set none. */
  readonly low: number | null;
  readonly high: number | null;
  readonly openAbove: boolean;
  readonly openBelow: boolean;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** Members that were compared with each other, if only by way of others. */
export interface RankedGroup {
  /** The strongest first. */
  readonly members: readonly RankedMember[];
  /** Davidson's ν: two of equal strength are level with the chance ν / (2 + ν). */
  readonly tieRate: number;
}

/** How far a judge was led by the order in which it saw the replies. */
export interface PositionBias {
  readonly judge: string;
  /** Pairs that it answered in both orders. */
  readonly pairs: number;
  /** Those on which it preferred whatever was shown first, and second. */
  readonly first: number;
  readonly second: number;
  /** Share of both with its 95 % interval, which is drawn over so many cases; absent without pairs. */
  readonly led?: { readonly rate: number; readonly low: number; readonly high: number; readonly cases: number } | undefined;
}

/** What a target gave no reply to. */
export interface UnansweredTrials {
  /** As that of a member. */
  readonly name: string;
  /** At least 1. */
  readonly trials: number;
}

/** What a judge gave no usable answer on, while others of its panel did. */
export interface AbsentJudge {
  readonly judge: string;
  /** Pairs that were judged without it, at least 1. */
  readonly pairs: number;
}

/** What judges prefer, over all cases. */
export interface Ranking {
  /** The largest first. Strengths of different groups say nothing of each other. */
  readonly groups: readonly RankedGroup[];
  readonly pairs: number;
  /** Pairs that nobody could judge: they count for nothing. */
  readonly lost: number;
  /** Pairs of equal replies, which are ties. */
  readonly equal: number;
  /** Cases that the pairs are replies to, those that nobody could judge included. */
  readonly cases: number;
  /** Trials without a reply, an empty one included, by who should have given it: they take no part, and no strength knows of them. Absent for none. */
  readonly unanswered?: readonly UnansweredTrials[] | undefined;
  /** Judges that pairs were judged without, by id. Absent for none. */
  readonly absent?: readonly AbsentJudge[] | undefined;
  /** By judge. */
  readonly bias: readonly PositionBias[];
}

/** A ranking as it is kept beside the rows of a run. */
export interface KeptRanking extends Ranking {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** What the better reply does better. */
  readonly criterion: string;
  /** Ids of the judges. */
  readonly judges: readonly string[];
  /** Ids of the runs whose replies were compared. */
  readonly runs: readonly string[];
}
