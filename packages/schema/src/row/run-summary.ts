import type { ScoreBounds, Verdict } from '../domain/score.js';
import type { TokenUsage } from '../usage/usage.js';
import type { ErrorInfo } from '../domain/error-info.js';
import type { ClassificationSummary } from './classification-summary.js';
import type { RowMetric, RowSavings } from './result-row.js';
import type { RechecksSummary } from '../rechecks/rechecks-summary.js';
import type { RoundsSummary } from './rounds-summary.js';
import type { MergedShards, RunShard } from './run-manifest.js';
import type { FigureInterval, ScoreInterval } from './score-interval.js';

/** The numbers of one suite on one target, in one variant. */
export interface GroupSummary {
  readonly suite: string;
  /** As in rows. */
  readonly suitePath: string;
  readonly target: string;
  /** Label of the variant; absent when nothing is varied. */
  readonly variant?: string | undefined;
  /** Different cases; repeats and variants do not count again. */
  readonly cases: number;
  /** All of them: passed, borderline, failed, open and unscored. */
  readonly trials: number;
  readonly passed: number;
  readonly borderline: number;
  readonly failed: number;
  /** Scored trials whose verdict hangs on what could not be scored. */
  readonly open: number;
  readonly unscored: number;
  /** Scored rows that lost an evaluator, a point or a judge. */
  readonly partial: number;
  /** Mean of the scored trials weighted by case, or null when nothing was scored. */
  readonly score: number | null;
  /** How sure `score` is, as far as cases and replies are drawn by chance; absent when nothing was scored. */
  readonly interval?: ScoreInterval | undefined;
  /** How sure the share that passed is, of the trials with a verdict, whatever cases weigh; absent when none has one. */
  readonly passInterval?: ScoreInterval | undefined;
  readonly bounds: ScoreBounds;
  /** Trials whose reply was kept by a cache; absent for none. */
  readonly cached?: number | undefined;
  /** What was not spent, since replies, judgements or vectors were kept: no part of the figures below. Absent for nothing. */
  readonly saved?: Omit<RowSavings, 'judgeUsage'> | undefined;
  /** Of the target, as far as it was spent in this run. */
  readonly usage?: TokenUsage | undefined;
  /** US dollars for the target, as far as they were spent in this run; undefined when no price is known. */
  readonly costUsd?: number | undefined;
  /** US dollars for the judges, as far as they were spent in this run; undefined when there were none or no price is known. */
  readonly judgeCostUsd?: number | undefined;
  /** True if a price is missing for some trials, so that the costs are lower bounds. */
  readonly costIncomplete: boolean;
  /** Median and 95th percentile of the target's latencies in milliseconds; null without any. */
  readonly latencyMs: { readonly median: number; readonly p95: number } | null;
  /** Plain means of the metrics that rows report beside their score, by name; absent without any. */
  readonly metrics?: readonly MetricSummary[] | undefined;
  /** Figures of labels, by name of evaluator; absent without any. */
  readonly classifications?: readonly ClassificationSummary[] | undefined;
}

/** A metric over the rows that have it. */
export interface MetricSummary {
  readonly name: string;
  readonly mean: number;
  /** How sure `mean` is, by Student's law over cases or conversations; absent where there are fewer than two. */
  readonly interval?: FigureInterval | undefined;
  readonly unit?: string | undefined;
  /** Rows that have the metric. */
  readonly rows: number;
}

/** How likely the cases of a suite on one target in one variant are to pass, when they are tried several times. */
export interface RepeatedPasses {
  readonly suite: string;
  /** As in rows. */
  readonly suitePath: string;
  readonly target: string;
  /** Label of the variant; empty when nothing is varied. */
  readonly variant: string;
  /** Planned repeats of each case, at least 2. */
  readonly k: number;
  /** Cases all of whose repeats have a verdict: the numbers below are shares of these. */
  readonly cases: number;
  /** Cases that are left out, since a repeat has no score, or an open verdict. */
  readonly incomplete: number;
  /** pass@k: in what share of the cases at least one of the k repeats passed, in [0, 1]; null without cases. */
  readonly passAtK: number | null;
  /** By Clopper and Pearson, or of conversations by Gaffke; absent without cases. */
  readonly passAtKInterval?: ScoreInterval | undefined;
  /** pass^k: in what share of the cases all of the k repeats passed, in [0, 1]; null without cases. */
  readonly passHatK: number | null;
  readonly passHatKInterval?: ScoreInterval | undefined;
}

/** How repeats of the same cases came out. */
export interface RepeatsSummary {
  /** Cases on one target in one variant with two scored repeats or more. */
  readonly cases: number;
  /** Those that passed sometimes, and not always. */
  readonly flakyCount: number;
  /** The first of them, those nearest to every second time first; bounded, see `flakyCount`. */
  readonly flaky: readonly {
    readonly suite: string;
    /** As in rows. */
    readonly suitePath: string;
    readonly target: string;
    /** Label of the variant; empty when nothing is varied. */
    readonly variant: string;
    readonly caseId: string;
    /** Repeats with the verdict `pass`, of those that were scored. */
    readonly passed: number;
    readonly scored: number;
  }[];
  /** pass@k and pass^k of each suite, target and variant, in order; absent where every case was planned once. */
  readonly passes?: readonly RepeatedPasses[] | undefined;
}

/** What a judge did in a run. */
export interface JudgeSummary {
  readonly id: string;
  readonly model: string;
  /** Questions that it was asked, and those of them that it gave no usable answer to. */
  readonly asked: number;
  readonly lost: number;
  /** Mean of its scores; null without any. */
  readonly mean: number | null;
  /** How sure `mean` is, over cases or conversations; absent without one. */
  readonly meanInterval?: ScoreInterval | undefined;
  /** How far its scores are above those of the other judges on the same questions, on average, in [-1, 1]; null when nobody else scored them. */
  readonly lean: number | null;
  /** How sure `lean` is, over cases or conversations; absent without one. */
  readonly leanInterval?: FigureInterval | undefined;
  /** Questions that others scored, too. */
  readonly shared: number;
}

/** A judge before a panel, and how far the panel agrees where that judge was sure. */
export interface CascadeSummary {
  /** Questions that the first judge was asked. */
  readonly asked: number;
  /** Those of them whose score is that of the panel. */
  readonly escalated: number;
  /** Those whose score is the first judge's, and that the panel scored, too. */
  readonly audited: number;
  /** Those that the panel was asked about, too, and gave no usable answer to; absent for none. */
  readonly auditsLost?: number | undefined;
  /** Those of the audited on which one of both passes the reply and the other does not. */
  readonly disagreed: number;
  /** The share of these, with an interval over cases; absent while nothing was audited. */
  readonly disagreement?: { readonly rate: number; readonly interval: ScoreInterval } | undefined;
  /** Mean of the first judge's scores less the panel's over what was audited; null without any. */
  readonly difference: number | null;
  /** How sure `difference` is, over cases or conversations; absent without one. */
  readonly differenceInterval?: FigureInterval | undefined;
}

/** What the judges of a run did, and how far they agree. */
export interface JudgingSummary {
  /** By id. */
  readonly judges: readonly JudgeSummary[];
  /** Of the votes of panels; absent when no question has two. */
  readonly agreement?:
    | {
        /** Krippendorff's, of intervals: 1 is full agreement, 0 what chance gives; null where scores do not vary. */
        readonly alpha: number | null;
        /** By the bootstrap over cases or conversations; absent where there is no alpha, or one case. */
        readonly interval?: FigureInterval | undefined;
        /** Questions with two votes or more. */
        readonly questions: number;
      }
    | undefined;
  /** Criteria on which judges are furthest apart, the furthest first; bounded. */
  readonly disputed: readonly {
    readonly suite: string;
    /** As in rows. */
    readonly suitePath: string;
    /** The line of the rubric, or the name of the evaluator; its beginning. */
    readonly criterion: string;
    /** Largest less smallest score, on average over its questions. */
    readonly spread: number;
    readonly questions: number;
  }[];
  /** Absent when no judge was asked first. */
  readonly cascade?: CascadeSummary | undefined;
}

/** What the mark of a variant (`temp:0.5`, `sys:2`) stands for in a suite. */
export interface VariantMeaning {
  readonly label: string;
  readonly suite: string;
  /** As in rows. */
  readonly suitePath: string;
  /** [0, 2]. */
  readonly temperature?: number | undefined;
  /** How the system prompt begins, on one line; null when none is given. */
  readonly system?: string | null | undefined;
  /** True if it stands for different system prompts: of cases, or of compared runs. */
  readonly differs?: boolean | undefined;
}

/** A row that somebody should look at. */
export interface SummaryProblem {
  readonly suite: string;
  /** As in rows. */
  readonly suitePath: string;
  readonly target: string;
  readonly caseId: string;
  readonly source: string;
  readonly variant: string;
  readonly repeat: number;
  readonly verdict: Verdict | null;
  readonly score: number | null;
  /** The reasons, most important first: misses, failed points, errors. */
  readonly why: readonly string[];
  /** How the last message of the user begins, on one line; absent when there was none. */
  readonly question?: string | undefined;
  /** How the reply begins, on one line; absent when there was none. */
  readonly reply?: string | undefined;
  readonly error?: ErrorInfo | undefined;
  /** What was measured beside the score; absent without any. */
  readonly metrics?: readonly RowMetric[] | undefined;
}

/**
 * - `passed`, `failed`: the run is decided;
 * - `complete`: a shard did all its trials; what they come to is decided when the shards are merged;
 * - `undecided`: infrastructure left it open;
 * - `invalid`: a file or an option stopped it;
 * - `interrupted`: Ctrl-C.
 */
export type RunOutcome = 'passed' | 'failed' | 'complete' | 'undecided' | 'invalid' | 'interrupted';

/** What a run that was gone on with took from its earlier parts. The figures of groups are those of the whole run. */
export interface ResumedSummary {
  /** Trials whose rows count as they were. */
  readonly kept: number;
  /** Trials that were asked in this part. */
  readonly asked: number;
  /** Trials whose stored replies were scored again. */
  readonly rescored: number;
  /** Stored rows of trials that the run has no more: they stay, and do not count. */
  readonly outside: number;
  /** US dollars that this part took, judges included; undefined when no price is known. */
  readonly costUsd?: number | undefined;
  /** True if a price is missing, so that the cost is a lower bound. */
  readonly costIncomplete: boolean;
}

/** How it stands with what a run, or a suite of it, may take, over all of its parts. Limits that are not there are absent. */
export interface BudgetSummary {
  /** Absent for the budget of the run. */
  readonly suite?: string | undefined;
  /** As in rows. */
  readonly suitePath?: string | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly maxTimeMs?: number | undefined;
  /** US dollars that were taken of it: retries, judges and embeddings included, kept replies not. */
  readonly costUsd: number;
  /** Of input and output together. */
  readonly tokens: number;
  readonly timeMs: number;
  /** The part of it that was not reported: requests without a reply, and replies without a usage, count as the most that they may have taken. */
  readonly untold?: { readonly requests: number; readonly costUsd: number; readonly tokens: number } | undefined;
  /** The limit that something was refused for, or ended by; absent for none. */
  readonly stoppedBy?: 'cost' | 'tokens' | 'time' | undefined;
  /** The limit that has room for the request that was refused, in US dollars or tokens; absent where that is not known. */
  readonly needed?: number | undefined;
}

export interface RunSummary {
  readonly runId: string;
  /** Folder of the run as it should be shown. */
  readonly location: string;
  readonly outcome: RunOutcome;
  /** 0 passed, 1 failed, 2 invalid, 3 undecided, 4 too little to tell, 130 interrupted. */
  readonly exitCode: number;
  /** Why the outcome is what it is, in words. */
  readonly reasons: readonly string[];
  readonly groups: readonly GroupSummary[];
  /** What the marks of variants stand for; absent when nothing is varied. */
  readonly variants?: readonly VariantMeaning[] | undefined;
  /** Absent when no case was scored more than once. */
  readonly repeats?: RepeatsSummary | undefined;
  /** Absent for a run that asks no single case again, or ended before it was known which. */
  readonly rechecks?: RechecksSummary | undefined;
  /** Absent for a run whose number of repeats was given. */
  readonly rounds?: RoundsSummary | undefined;
  /** Absent when no question was put to several judges. */
  readonly judging?: JudgingSummary | undefined;
  /** Rows that failed, are open or were not scored, in the order of the files; bounded, see `problemCount`. */
  readonly problems: readonly SummaryProblem[];
  readonly problemCount: number;
  /** Rows with the verdict `borderline`, in the order of the files; bounded, see `borderlineCount`. */
  readonly borderlineCases: readonly SummaryProblem[];
  readonly borderlineCount: number;
  /** Cases left out because a required field is missing. */
  readonly skippedCases: number;
  /** False if the run ended before all its trials were done: scores are those of the ones that are. */
  readonly complete: boolean;
  /** Trials that were planned; undefined when the run ended before all files were read. */
  readonly plannedTrials: number | undefined;
  /** Trials that wait for batches: `--resume` collects them. Absent for none. */
  readonly waitingTrials?: number | undefined;
  /** Absent for a run in one part. `durationMs` is then that of the last one. */
  readonly resumed?: ResumedSummary | undefined;
  /** Present for a run that is a part of one. */
  readonly shard?: RunShard | undefined;
  /** Present for a run that was put together of shards. `durationMs` is then that of the longest of them. */
  readonly merged?: MergedShards | undefined;
  /** Absent for a run that nothing limits: first the run's own, then those of its suites. */
  readonly budgets?: readonly BudgetSummary[] | undefined;
  readonly durationMs: number;
  readonly threshold: number | undefined;
  /** Warnings that rows share, with how many rows carry each. */
  readonly warnings: readonly { readonly message: string; readonly rows: number }[];
}
