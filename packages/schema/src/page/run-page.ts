import type { Comparison } from '../contracts/comparison.js';
import type { ChangeVerdict } from '../contracts/mean-change.js';
import type { JsonObject } from '../domain/json.js';
import type { Verdict } from '../domain/score.js';
import type { FigureInterval } from '../row/score-interval.js';
import type { IndexChunk } from './row-index.js';
import type { PageTable, PageTrust } from './trust.js';

/**
 * What the server of the page answers, and what a report of one file holds. Keys of what is stored elsewhere (`manifest`, `summary`,
 * rows) are as on disk; the others are one word each.
 */

/** `GET api/page` */
export interface PageInfo {
  /** Version of Assay. */
  readonly version: string;
  /** `server` for a page that somebody serves, `file` for a report. */
  readonly mode: 'server' | 'file';
  /** The folder of the project as it should be shown; absent in a report. */
  readonly project?: string | undefined;
  /** What can be done here: append to the labels file, open a case in the editor. */
  readonly can: { readonly label: boolean; readonly edit: boolean };
  /** Runs that were asked for by name, first to last; empty for those of the project. */
  readonly asked: readonly string[];
  /** What a report says of its run, or of two: absent for one of a run alone, and on a server. */
  readonly comparison?: PageVerdict | undefined;
}

/** A comparison in short. */
export interface PageVerdict {
  readonly kind: Comparison['kind'];
  /** What was before, as it is to be named. */
  readonly before: string;
  readonly outcome: Comparison['outcome'];
  /** Why, in words, as far as `changes` do not say it. */
  readonly reasons: readonly string[];
  /** How the mean of each suite on each target changed; in the order of the comparison. */
  readonly changes: readonly PageChange[];
  /** The prompts whose replies alone were compared, where they were chosen. */
  readonly prompts?: readonly [before: string, now: string] | undefined;
  /** The targets that are compared with each other, where they are two. */
  readonly targets?: readonly [before: string, now: string] | undefined;
  /** A table for each key that the report was asked for; absent without one. */
  readonly slices?: readonly PageTable[] | undefined;
}

/** How the mean score of a suite on a target changed, in words that stand beside each other: those of `assay compare`. */
export interface PageChange {
  /** As it is to be named among the others. */
  readonly suite: string;
  readonly targets: readonly [before: string, now: string];
  /** What its colour says: `better` is shown to be that, `open` is whatever is not shown. */
  readonly verdict: 'better' | 'open' | Exclude<ChangeVerdict, 'undecided'>;
  /** `worse by more than 0.05` */
  readonly finding: string;
  /** Means before and after, their difference with its interval of 95 %: `0.90 → 0.40, −0.50 (−0.71 to −0.22)`. */
  readonly moved: string;
  /** The chance of it, what could have been seen, what would decide; as far as there is something to say. */
  readonly notes: readonly string[];
  /** What a reply takes, before and after: cost, time, tokens; as far as both sides know it. */
  readonly measures: readonly string[];
}

/** `GET api/runs`: newest first. */
export interface PageRun {
  readonly id: string;
  /** Folder as it should be shown. */
  readonly location: string;
  /** `running` while somebody writes it; `killed` when nobody does and it has no end. */
  readonly state: 'running' | 'ended' | 'killed';
  /** As in `run.json`. */
  readonly manifest: JsonObject;
  /** As in `summary.json`, without the cases that it names (`problems`, `borderline_cases`); null while it goes on. */
  readonly summary: JsonObject | null;
  /** What cases that were asked again came to so far, as in `summary.json`, of a run that was killed: by its rows. */
  readonly rechecks?: JsonObject | undefined;
  /** Rows that are stored. */
  readonly rows: number;
  /** What it comes to by the keys that a report was asked for, a table for each; absent without one, and on a server. */
  readonly slices?: readonly PageTable[] | undefined;
  /** Why it cannot be read, in words; the other fields are then as far as they are known. */
  readonly unreadable?: string | undefined;
}

/**
 * `GET api/runs/ID/index` answers one event a line, as soon as it is there: chunks, then `judges` and `flips`, then `end`; with `?live`
 * those of a run that goes on come until it has ended, `judges` and `flips` every few seconds. `?from=N` begins at the row with that position.
 */
export type IndexEvent =
  | { readonly type: 'chunk'; readonly chunk: IndexChunk }
  /** In place of those that were sent before. */
  | { readonly type: 'judges'; readonly judges: readonly JudgeFacts[] }
  /** The run, when something of it has changed (it ended, say). */
  | { readonly type: 'run'; readonly run: PageRun }
  /** Positions of all rows with the flag `flips`, in place of those that were sent before. */
  | { readonly type: 'flips'; readonly positions: readonly number[] }
  | { readonly type: 'end' }
  /** What could not be read, in words. */
  | { readonly type: 'error'; readonly message: string };

/** One judge over all rows. */
export interface JudgeFacts {
  readonly id: string;
  readonly model?: string | undefined;
  /** Criteria that it was asked about. */
  readonly asked: number;
  /** Of these, without a usable answer. */
  readonly lost: number;
  /** Mean of what its score is above the mean of the other judges of the same criterion, in [-1, 1]; null when it judged alone. */
  readonly lean: number | null;
  /** How sure `lean` is, over cases or conversations; absent without one. */
  readonly leanInterval?: FigureInterval | undefined;
  /** Mean of its scores; null without any. */
  readonly mean: number | null;
  /** How sure `mean` is, likewise. */
  readonly meanInterval?: FigureInterval | undefined;
  /** What it read and wrote, also where a cache had kept it; null when nobody reported it. */
  readonly tokens: { readonly input: number; readonly output: number } | null;
  /** US dollars, likewise; null when no price is known. */
  readonly cost: number | null;
  /** True when a price is missing: `cost` is then at least. */
  readonly unpriced: boolean;
  /** Of one question with all its tries, in milliseconds: median and 95th percentile of those that no cache answered; null without any. */
  readonly time: { readonly median: number; readonly p95: number } | null;
  /** Codes or messages of what was lost, most frequent first, at most 5. */
  readonly errors: readonly { readonly message: string; readonly count: number }[];
  /** Where it was furthest from the others, furthest first, at most 5. */
  readonly disputes: readonly JudgeDispute[];
}

export interface JudgeDispute {
  readonly position: number;
  readonly criterion: string;
  readonly score: number;
  /** Mean of the others. */
  readonly others: number;
}

/** `GET api/runs/ID/rows?at=3,17` answers one of these a line, in the order of asking. */
export interface PageRow {
  readonly position: number;
  /** As on disk. */
  readonly row: JsonObject;
  /** How its score came about, as `--explain` prints it. */
  readonly explanation: string;
}

/** `POST api/runs/ID/search` */
export interface SearchRequest {
  readonly text: string;
  /** Whether it is a regular expression (with the flag `u`); else a text in which case does not matter. */
  readonly pattern: boolean;
  /** Where; none for everywhere. */
  readonly fields: readonly SearchField[];
}

export type SearchField = 'input' | 'reply' | 'reasons' | 'id' | 'error';

/** One a line, as they are found. */
export type SearchEvent =
  | { readonly type: 'hits'; readonly positions: readonly number[] }
  | { readonly type: 'end'; readonly searched: number }
  /** The pattern is wrong, or takes too long. */
  | { readonly type: 'error'; readonly message: string };

/** A person's word on a reply. `POST api/runs/ID/labels` appends one; `GET` gives those of the run's rows, newest last. */
export interface PageLabel {
  /** Position of the row. */
  readonly position: number;
  readonly verdict: Verdict | null;
  /** [0, 1]; absent where only a verdict was given. */
  readonly score?: number | undefined;
  readonly note: string;
  /** ISO 8601, UTC; given by the server. */
  readonly at?: string | undefined;
}

/**
 * `GET api/compare?a=ID&b=ID`: as `assay compare --json` prints it, and in words. `target_a` and `target_b` say which targets are held
 * against each other, `variant_a` and `variant_b` which variants by their labels, of two runs or of one; `tie` as for the command.
 */
export interface PageComparison {
  readonly [field: string]: unknown;
  readonly changes: readonly PageChange[];
}

/** What an answer with a status of 400 and more says. */
export interface PageError {
  readonly message: string;
  readonly hint?: string | undefined;
}

/**
 * What a report of one file holds, in elements `<script type="application/octet-stream" id="…">` as base64 of gzip: `assay-page` this
 * object, `assay-rows-R-N` block N of the rows of run R, both from 0, each a {@link PageRow} a line.
 */
export interface ReportData {
  readonly page: PageInfo;
  /** The run; for a report of a comparison of runs that before, then the other. */
  readonly runs: readonly ReportRun[];
}

export interface ReportRun {
  readonly run: PageRun;
  readonly events: readonly IndexEvent[];
  /** Positions of the first rows of the blocks. */
  readonly blocks: readonly number[];
  readonly labels: readonly PageLabel[];
  /** Absent where nothing is known. */
  readonly trust?: PageTrust | undefined;
}
