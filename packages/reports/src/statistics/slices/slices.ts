import type { ClassificationSummary, FigureInterval, ResultRow, ScoreInterval, VerdictThresholds } from '@assay/schema';
import { createClassifications, type Classifications } from '../labels/classifications.js';
import { isUnrated } from '../is-unrated.js';
import { createExactSum } from '../figures/exact-sum.js';
import { createScoreInterval, type ScoreIntervalBuilder } from '../figures/score-interval.js';
import { VERDICT_THRESHOLDS } from '../score-verdict.js';
import type { SliceKey } from './slice-key.js';
import { compareSliceNames, createSliceValues, type SliceName } from './slice-values.js';

/** The rows that have a value. */
export interface Slice {
  /** Empty for rows that have none. */
  readonly value: string;
  /** True for the slice of all values beyond the first 200. */
  readonly others?: true | undefined;
  /** Trials, scored or not. */
  readonly trials: number;
  readonly unscored: number;
  readonly passed: number;
  /** Plain mean of the scores, [0, 1]; null without any. */
  readonly mean: number | null;
  /** How sure `mean` is; absent without any score. */
  readonly interval?: ScoreInterval | undefined;
  /** Share that passed of the trials with a verdict, [0, 1]; null without any. Scored trials may be open: what a lost judge left so has neither passed nor failed. */
  readonly passRate: number | null;
  /** How sure `passRate` is; absent without any verdict. */
  readonly passInterval?: ScoreInterval | undefined;
  /** Of the first `label` evaluator by name: accuracy and macro F1, [0, 1]; absent without any. */
  readonly labels?: { readonly accuracy: number; readonly macroF1: number | null; readonly macroF1Interval?: FigureInterval | undefined } | undefined;
  /** All figures of every `label` evaluator; absent without any. */
  readonly classifications?: readonly ClassificationSummary[] | undefined;
}

interface Counts {
  trials: number;
  scored: number;
  /** Those of them with a verdict. */
  ruled: number;
  passed: number;
  readonly sum: ReturnType<typeof createExactSum>;
  readonly interval: ScoreIntervalBuilder;
  readonly passInterval: ScoreIntervalBuilder;
  readonly labels: Classifications;
}

/** Slices of rows that come one after the other. */
export interface Slices {
  readonly name: string;
  /** By which the rows pass: what a mean is shown beside. */
  readonly thresholds: VerdictThresholds;
  add(row: ResultRow): void;
  /** By value in natural order, then those without one, then the others. */
  list(): readonly Slice[];
}

const createCounts = (): Counts => ({ trials: 0, scored: 0, ruled: 0, passed: 0, sum: createExactSum(), interval: createScoreInterval(), passInterval: createScoreInterval(), labels: createClassifications() });

function sliceOf(name: SliceName, { trials, scored, ruled, passed, sum, interval, passInterval, labels }: Counts): Slice {
  const known = scored > 0;
  const classifications = labels.value();
  const [classification] = classifications ?? [];
  return {
    value: name ?? '',
    ...(name === undefined ? { others: true } : {}),
    trials,
    unscored: trials - scored,
    passed,
    mean: known ? Math.min(1, sum.value() / scored) : null,
    ...(known ? { interval: interval.value() } : {}),
    passRate: ruled > 0 ? passed / ruled : null,
    ...(ruled > 0 ? { passInterval: passInterval.value() } : {}),
    ...(classification ? { labels: { accuracy: classification.accuracy, macroF1: classification.macro.f1, macroF1Interval: classification.macro.f1Interval }, classifications } : {}),
  };
}

/** What a trial is an observation of: replies to a case, or to a conversation, hang together, whoever gave them. */
function observationOf({ suite, suitePath, caseId, conversationId }: ResultRow): Pick<ResultRow, 'caseId' | 'conversationId'> {
  const within = `${suitePath}\0${suite}\0`;
  return { caseId: within + caseId, ...(conversationId === undefined ? {} : { conversationId: within + conversationId }) };
}

/** Sums rows up by a key, in memory that is bounded by the number of values, 200, and by 4096 cases for each. */
export function createSlices(key: SliceKey, thresholds: VerdictThresholds = VERDICT_THRESHOLDS): Slices {
  const [values, counted] = [createSliceValues(), new Map<SliceName, Counts>()];
  const countsOf = (value: string): Counts => {
    const slice = values.of(value);
    let counts = counted.get(slice);
    if (!counts) counted.set(slice, (counts = createCounts()));
    return counts;
  };
  return {
    name: key.name,
    thresholds,
    add(row) {
      const observation = observationOf(row);
      for (const { value, score, passed } of key.parts(row, thresholds)) {
        const counts = countsOf(value);
        counts.trials += 1;
        // A slice of one evaluator has nothing to do with the labels of another one.
        const evaluators = key.name === 'evaluator' ? row.evaluators.filter((each) => each.name === value) : row.evaluators;
        counts.labels.add({ evaluators, confidence: row.confidence, ...observation });
        if (isUnrated(row)) continue;
        const isRuled = score !== null && passed !== null;
        counts.interval.add({ score, caseWeight: 1, ...observation });
        counts.passInterval.add({ score: isRuled ? Number(passed) : null, caseWeight: 1, ...observation });
        if (score === null) continue;
        counts.scored += 1;
        counts.sum.add(score);
        if (!isRuled) continue;
        counts.ruled += 1;
        if (passed) counts.passed += 1;
      }
    },
    list: () => [...counted].sort(([one], [other]) => compareSliceNames(one, other)).map(([name, counts]) => sliceOf(name, counts)),
  };
}
