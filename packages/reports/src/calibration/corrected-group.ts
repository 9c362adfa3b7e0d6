import type { CalibratedGroup, CorrectedFigure } from '@assay/schema';
import { predictionPowered, type JudgedItem, type PredictionPowered } from '@assay/statistics';
import { createScoreInterval } from '../statistics/figures/score-interval.js';
import type { JudgedReply, LabelledReply, PlannedReply } from './labelled-reply.js';
import { LEVEL } from './labelled-figures.js';

/** Labelled cases below which nothing is corrected. */
const FEWEST_LABELS = 30;

/** Names of a group; none for the whole run. */
export type GroupNames = Pick<CalibratedGroup, 'suite' | 'suitePath' | 'target' | 'variant'>;

/** Weights in parts of the largest, so that sums and squares of them are numbers, however large or small they are written. */
function weightsOf(replies: readonly PlannedReply[]): (reply: PlannedReply) => number {
  const largest = replies.reduce((most, { weight }) => Math.max(most, weight), 0);
  return ({ weight }) => (largest === 0 ? 0 : weight / largest);
}

/** Null where the run does not say. */
type ValueOf = (reply: JudgedReply) => number | null;

function meanOf(replies: readonly JudgedReply[], valueOf: ValueOf): number | null {
  const known = replies.flatMap((reply) => {
    const value = valueOf(reply);
    return value === null ? [] : [{ reply, value }];
  });
  const weightOf = weightsOf(known.map(({ reply }) => reply));
  const weight = known.reduce((sum, { reply }) => sum + weightOf(reply), 0);
  if (known.length === 0) return null;
  return weight === 0 ? 0 : Math.min(1, known.reduce((sum, { reply, value }) => sum + weightOf(reply) * value, 0) / weight);
}

/** Whether it passed; null for an open verdict. */
export const passOf: ValueOf = ({ passed }) => (passed === null ? null : passed ? 1 : 0);

/** A mean as the run has it. @param lost replies without a score: what they weigh is known */
export function rawFigure(replies: readonly JudgedReply[], valueOf: ValueOf, lost: readonly PlannedReply[]): CorrectedFigure {
  const interval = createScoreInterval();
  for (const reply of replies) interval.add({ score: valueOf(reply), caseWeight: reply.weight, caseId: reply.cluster });
  for (const reply of lost) interval.add({ score: null, caseWeight: reply.weight, caseId: reply.cluster });
  const { low, high, clusters, weighted } = interval.value() ?? { low: 0, high: 1, clusters: 0 };
  const known = replies.reduce((sum, reply) => sum + (valueOf(reply) === null ? 0 : 1), 0);
  return { raw: meanOf(replies, valueOf), rawLow: low, rawHigh: high, ...(clusters < known || weighted ? { clusters } : {}), estimate: null, low: 0, high: 1 };
}

function powered(
  replies: readonly JudgedReply[],
  { drawn, lost }: Pick<CorrectionFacts, 'drawn' | 'lost'>,
  judgedOf: (reply: JudgedReply) => number,
  labelOf: (reply: LabelledReply) => number,
  allLabelled: boolean,
): PredictionPowered | null {
  const weightOf = weightsOf([...replies, ...lost]);
  const items = replies.map((reply): JudgedItem => {
    const labelled = drawn.get(reply.trialKey);
    return { judged: judgedOf(reply), label: labelled && labelOf(labelled), chance: allLabelled ? 1 : labelled?.chance, weight: weightOf(reply), cluster: reply.cluster };
  });
  const without = lost.map((reply): JudgedItem => ({ judged: null, weight: weightOf(reply), cluster: reply.cluster }));
  return predictionPowered([...items, ...without], { level: LEVEL, fewestLabelled: FEWEST_LABELS });
}

/** Whatever is taken for an open verdict, the error found on labelled replies makes up for it. */
const surelyPassed = ({ passed }: JudgedReply): number => (passed === true ? 1 : 0);

const corrected = (raw: CorrectedFigure, { estimate, low, high, lambda }: PredictionPowered): CorrectedFigure => ({ ...raw, estimate, low, high, lambda });

export interface CorrectionFacts {
  /** Labelled replies with a chance, by the key of their trial. */
  readonly drawn: ReadonlyMap<string, LabelledReply>;
  /** Replies of which no label can tell anything yet. */
  readonly uncovered: number;
  /** Replies of the group without a score. */
  readonly lost: readonly PlannedReply[];
}

type Missing = Pick<CalibratedGroup, 'moreLabels' | 'moreOf'>;

const ENOUGH: Missing = { moreLabels: 0, moreOf: 'cases' };

/** @param counted replies with a weight, of which so many are labelled, of so many cases */
function missingLabels(counted: readonly JudgedReply[], labels: number, labelledCases: number): Missing {
  if (labelledCases >= FEWEST_LABELS) return ENOUGH;
  const cases = new Set(counted.map(({ cluster }) => cluster)).size;
  if (cases >= FEWEST_LABELS || cases === 0) return { moreLabels: FEWEST_LABELS - labelledCases, moreOf: 'cases' };
  return { moreLabels: counted.length - labels, moreOf: 'replies' };
}

/** A group corrected by labels of its own run, where enough of its cases are labelled, or all of its replies: with these there is nothing to be told of others. */
export function correctGroup(names: GroupNames, replies: readonly JudgedReply[], { drawn, uncovered, lost }: CorrectionFacts): CalibratedGroup {
  const labelled = replies.filter(({ trialKey, weight }) => weight > 0 && drawn.has(trialKey));
  const labelledCases = new Set(labelled.map(({ cluster }) => cluster)).size;
  const counted = replies.filter(({ weight }) => weight > 0);
  const allLabelled = labelled.length > 0 && labelled.length === counted.length;
  const more = allLabelled ? ENOUGH : missingLabels(counted, labelled.length, labelledCases);
  const { moreLabels } = more;
  const common = { ...names, replies: replies.length, labels: labelled.length, labelledCases, ...more };
  const passRate = moreLabels > 0 || uncovered > 0 ? null : powered(replies, { drawn, lost }, surelyPassed, ({ truePass }) => (truePass ? 1 : 0), allLabelled);
  const score = passRate && powered(replies, { drawn, lost }, (reply) => reply.score, ({ trueScore }) => trueScore, allLabelled);
  const raw = { passRate: rawFigure(replies, passOf, lost), score: rawFigure(replies, (reply) => reply.score, lost) };
  if (!passRate || !score) return { ...common, method: 'none', ...raw, reasons: [] };
  return { ...common, method: 'prediction_powered', passRate: corrected(raw.passRate, passRate), score: corrected(raw.score, score), reasons: [] };
}
