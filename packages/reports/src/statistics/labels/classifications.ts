import type { CalibrationSummary, ClassificationSummary, EvaluatorResult, JsonObject, LabelSummary, ResultRow } from '@assay/schema';
import { createReliability, labelFigures, macroFigures, microFigures } from '@assay/statistics';
import { hashOf } from '../figures/clusters.js';
import { createScoreInterval } from '../figures/score-interval.js';
import { compareNatural } from '../natural-order.js';
import { createLabelSpread } from './label-spread.js';
import { createLabelUnits, type LabelUnits } from './label-units.js';
import { macroIntervals } from './macro-intervals.js';

/** The evaluator whose results are figures of labels. */
const LABEL_TYPE = 'label';
/** Labels with figures of their own. */
const MOST_LABELS = 200;
/** Names of evaluators that are distinguished. */
const MOST_EVALUATORS = 20;

/** A right label and the one that was said; null for none. */
interface Decision {
  readonly expected: string;
  readonly said: string | null;
  /** All labels there are, where that is known. */
  readonly labels: readonly string[];
}

function decisionOf({ type, score, details }: EvaluatorResult): Decision | undefined {
  if (type !== LABEL_TYPE || score === null || typeof details !== 'object' || details === null) return undefined;
  const { expected, said, labels } = details as JsonObject;
  if (typeof expected !== 'string' || (said !== null && typeof said !== 'string')) return undefined;
  return { expected, said, labels: Array.isArray(labels) ? labels.filter((one: unknown) => typeof one === 'string') : [] };
}

/** Labels that share a place: those beyond the first 200, and what is no label. */
const OTHER = 0;
const NONE = 1;
const FIRST = 2;

/** What a decision is an observation of. */
type Observation = Pick<ResultRow, 'caseId' | 'conversationId'>;

interface Counter {
  add(decision: Decision, confidence: number | undefined, observation: Observation): void;
  value(evaluator: string): ClassificationSummary;
}

function calibrationOf(items: number, { ece, largest, bins }: ReturnType<ReturnType<typeof createReliability>['result']>): CalibrationSummary | undefined {
  if (ece === null || largest === null) return undefined;
  const filled = bins.flatMap(({ low, high, count, confidence, accuracy }) => (confidence === null || accuracy === null ? [] : [{ low, high, count, confidence, accuracy }]));
  return { items, ece, largest, bins: filled };
}

function createCounter(): Counter {
  const places = new Map<string, number>();
  /** Rows of the confusion matrix by place, each by place. */
  const said = new Map<number, Map<number, number>>();
  const hits = new Map<number, number>();
  const reliability = createReliability();
  const interval = createScoreInterval();
  /** Of each place, and of all decisions. */
  const units = new Map<number, LabelUnits>();
  const [all, spread] = [createLabelUnits(), createLabelSpread()];
  let [items, right, none, confident] = [0, 0, 0, 0];
  let listed: readonly string[] = [];
  const placeOf = (label: string): number => {
    const known = places.get(label);
    if (known !== undefined) return known;
    if (places.size >= MOST_LABELS) return OTHER;
    const place = FIRST + places.size;
    places.set(label, place);
    return place;
  };
  const unitsOf = (place: number): LabelUnits => {
    let known = units.get(place);
    if (!known) units.set(place, (known = createLabelUnits()));
    return known;
  };
  const note = (truth: number, spoken: number, met: boolean, { caseId, conversationId }: Observation): void => {
    const unit = hashOf(conversationId === undefined ? `case ${caseId}` : `conversation ${conversationId}`);
    all.add(unit, [1, spoken === NONE ? 0 : 1, met ? 1 : 0]);
    if (truth === spoken) unitsOf(truth).add(unit, [1, 1, met ? 1 : 0]);
    else {
      unitsOf(truth).add(unit, [1, 0, 0]);
      unitsOf(spoken).add(unit, [0, 1, 0]);
    }
    spread.add(unit, truth < FIRST ? undefined : truth, spoken < FIRST ? undefined : spoken);
  };
  const count = (place: number, other: number): number => said.get(place)?.get(other) ?? 0;
  return {
    add({ expected, said: answer, labels }, confidence, observation) {
      // Nearly all rows have the list of the first one.
      if (labels.length !== listed.length || labels.some((label, index) => label !== listed[index])) labels.forEach(placeOf);
      listed = labels;
      const [truth, spoken] = [placeOf(expected), answer === null ? NONE : placeOf(answer)];
      const row = said.get(truth) ?? new Map<number, number>();
      said.set(truth, row.set(spoken, (row.get(spoken) ?? 0) + 1));
      const met = answer === expected;
      items += 1;
      interval.add({ score: met ? 1 : 0, caseWeight: 1, ...observation });
      note(truth, spoken, met, observation);
      if (answer === null) none += 1;
      if (met) {
        right += 1;
        hits.set(truth, (hits.get(truth) ?? 0) + 1);
      }
      if (confidence === undefined || !(confidence >= 0 && confidence <= 1)) return;
      confident += 1;
      reliability.add(confidence, met ? 1 : 0);
    },
    value(evaluator) {
      const named = [...places].sort(([a], [b]) => compareNatural(a, b)).map(([label, place]) => ({ label, place, kind: undefined }));
      const shared = [{ label: '', place: OTHER, kind: 'other' as const }, { label: '', place: NONE, kind: 'none' as const }];
      const everywhere = [OTHER, NONE, ...places.values()];
      const totals = (place: number) => ({
        support: everywhere.reduce((sum, other) => sum + count(place, other), 0),
        predicted: everywhere.reduce((sum, other) => sum + count(other, place), 0),
      });
      const shown = [...named, ...shared.filter(({ place }) => totals(place).support + totals(place).predicted > 0)];
      const labels = shown.map(({ label, place, kind }): LabelSummary => ({ ...labelFigures({ label, hits: hits.get(place) ?? 0, ...totals(place) }), ...units.get(place)?.intervals(), ...(kind ? { kind } : {}) }));
      const own = labels.filter(({ kind }) => kind === undefined);
      const calibration = calibrationOf(confident, reliability.result());
      return {
        evaluator,
        items,
        labels,
        confusion: shown.map(({ place }) => shown.map((other) => count(place, other.place))),
        accuracy: right / items,
        interval: interval.value(),
        macro: { ...macroFigures(own), ...macroIntervals(own, spread.most()) },
        absent: own.filter(({ f1 }) => f1 === null).length,
        micro: { ...microFigures(right, items, items - none), ...all.intervals() },
        ...(calibration ? { calibration } : {}),
      };
    },
  };
}

/** Figures of labels of rows that come one after the other, in memory that is bounded by 200 labels. */
export interface Classifications {
  add(row: Pick<ResultRow, 'evaluators' | 'confidence' | 'caseId' | 'conversationId'>): void;
  /** One entry for each name of an evaluator, in natural order; undefined when no row had any. */
  value(): readonly ClassificationSummary[] | undefined;
}

export function createClassifications(): Classifications {
  const counters = new Map<string, Counter>();
  return {
    add({ evaluators, confidence, caseId, conversationId }) {
      for (const result of evaluators) {
        const decision = decisionOf(result);
        if (!decision) continue;
        let counter = counters.get(result.name);
        if (!counter) {
          if (counters.size >= MOST_EVALUATORS) continue;
          counters.set(result.name, (counter = createCounter()));
        }
        counter.add(decision, confidence, { caseId, conversationId });
      }
    },
    value() {
      if (counters.size === 0) return undefined;
      return [...counters].sort(([a], [b]) => compareNatural(a, b)).map(([name, counter]) => counter.value(name));
    },
  };
}
