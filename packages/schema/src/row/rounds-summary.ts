/**
 * Why a suite got no repeat more.
 * - `worse`, `not_worse`: it is shown to be worse than what it is compared with by more than the margin, or not to be;
 * - `missed`, `reached`: its mean is shown to be below the threshold, or above it;
 * - `unlikely`: more repeats would hardly decide it;
 * - `most`: it got as many as it may;
 * - `nothing`: nothing of it can be compared with anything: it has no score, or the other side lacks it.
 */
export type RoundsStop = 'worse' | 'not_worse' | 'missed' | 'reached' | 'unlikely' | 'most' | 'nothing';

/** A look at a suite after a number of repeats. */
export interface RoundsLook {
  readonly repeats: number;
  /** The p-value of "at least what it is compared with": it is shown to be worse, or below the threshold, by a small one. */
  readonly below: number;
  /** The p-value of "at most": it is shown to be not worse, or above the threshold, by a small one. */
  readonly above: number;
  /** What this look may spend: the p-value from which it decides about one suite alone. */
  readonly level: number;
  /** The chance that all repeats, looked at once, would decide it, if its replies go on as they did. */
  readonly later: number;
}

/** How many repeats the suites of a run got that adds them until it is decided. */
export interface RoundsSummary {
  /** Repeats that each suite got at once. */
  readonly least: number;
  readonly most: number;
  /** What was waited for. */
  readonly by: 'comparison' | 'threshold';
  readonly groups: readonly {
    readonly suite: string;
    /** As in rows. */
    readonly suitePath: string;
    readonly target: string;
    /** Label of the variant, where each is decided by itself; absent otherwise. */
    readonly variant?: string | undefined;
    /** Repeats that all of its cases got, or were to get when the run ended early. */
    readonly repeats: number;
    /** Null where the run ended before it was decided: going on with it may add repeats. */
    readonly stopped: RoundsStop | null;
    /** What was seen of it, the first look first; none where there was nothing to see. */
    readonly looks: readonly RoundsLook[];
  }[];
}
