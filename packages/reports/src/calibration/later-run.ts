import type { CalibratedGroup, CalibratedJudge, SeatedJudge, SuiteCalibration, VerdictCounts, VerdictThresholds } from '@assay/schema';
import { roganGladen } from '@assay/statistics';
import { rateText } from '../format/format-rate.js';
import { passOf, rawFigure } from './corrected-group.js';
import type { JudgedReply, PlannedReply } from './labelled-reply.js';
import { LEVEL } from './labelled-figures.js';
import { distinctSeats, judgingOf } from './seats.js';

/** What has to be the same in a run for an earlier calibration to say something about it. */
export interface JudgingFacts {
  readonly judges: readonly SeatedJudge[];
  readonly judgePromptVersion: string | undefined;
  readonly verdicts: VerdictThresholds;
}

/** Digits of a hash that tell criteria apart. */
const DIGITS = 12;

/** The digest of what a case compares replies with, as calibrations keep it. */
export function criteriaDigest(key: string): string {
  return key.slice(0, DIGITS);
}

/** Judges of replies by id, each once. */
export function judgesOf(replies: readonly JudgedReply[]): readonly CalibratedJudge[] {
  const judges = new Map<string, CalibratedJudge>();
  for (const reply of replies) for (const { id, model, settings } of reply.judges) judges.set(`${id}\n${model}\n${settings ?? ''}`, { id, model, ...(settings === undefined ? {} : { settings }) });
  return [...judges].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, judge]) => judge);
}

/** Judges of replies with what they count, each once for each way in which it counts; sorted. */
export function seatsOf(replies: readonly JudgedReply[]): readonly SeatedJudge[] {
  return distinctSeats(replies.flatMap(({ judges }) => judges));
}

/** What became of the criteria that people labelled replies by. */
function criteriaReasons({ criteria }: SuiteCalibration, replies: readonly JudgedReply[]): readonly string[] {
  const labelled = new Set(criteria.values());
  const [changed, told] = [new Set<string>(), new Set<string>()];
  for (const { caseId, criteriaKey } of replies) {
    if (criteriaKey === undefined) continue;
    const [digest, known] = [criteriaDigest(criteriaKey), criteria.get(caseId)];
    told.add(digest);
    if (known !== undefined && digest !== known) changed.add(caseId);
  }
  if (changed.size > 0) return [`the criteria of ${changed.size} of ${criteria.size} labelled cases have changed`];
  if (told.size === 0) return [];
  if (criteria.size === 0) return ['it does not say by which criteria replies were labelled'];
  const shares = [...told].some((digest) => labelled.has(digest));
  return shares ? [] : ['no case of this run has the criteria of a labelled one'];
}

/** Why a calibration says nothing about these replies of its suite; empty when it does. */
function staleReasons(calibration: SuiteCalibration, replies: readonly JudgedReply[], facts: JudgingFacts): readonly string[] {
  const { judges, judgePromptVersion, verdicts, runId } = calibration;
  const reasons: string[] = [];
  if (judgingOf(judges) !== judgingOf(facts.judges)) reasons.push(`judged by ${judgingOf(facts.judges)}, and calibrated for ${judgingOf(judges)}`);
  if (judges.length > 0 && judgePromptVersion !== facts.judgePromptVersion) {
    reasons.push(`judges are asked with prompts of version ${facts.judgePromptVersion ?? '(not known)'}, and were with ${judgePromptVersion ?? '(not known)'}`);
  }
  if (verdicts.pass !== facts.verdicts.pass || verdicts.borderline !== facts.verdicts.borderline) {
    reasons.push(`cases pass from ${facts.verdicts.pass}, and passed from ${verdicts.pass}`);
  }
  reasons.push(...criteriaReasons(calibration, replies));
  return reasons.length === 0 ? [] : [`the calibration of run ${runId} is stale: ${reasons.join('; ')}`];
}

/**
 * As how many cases of equal weight those of replies count (Kish 1965), rounded down; a conversation is one. 0 without a weight.
 */
function effectiveCases(replies: readonly PlannedReply[]): number {
  const largest = replies.reduce((most, { weight }) => Math.max(most, weight), 0);
  if (largest === 0) return 0;
  const clusters = new Map<string, number>();
  // In parts of the largest, so that squares are numbers.
  for (const { cluster, weight } of replies) clusters.set(cluster, (clusters.get(cluster) ?? 0) + weight / largest);
  const weights = [...clusters.values()];
  const [sum, squares] = [weights.reduce((all, weight) => all + weight, 0), weights.reduce((all, weight) => all + weight ** 2, 0)];
  return Math.max(1, Math.floor(sum ** 2 / squares + 1e-9));
}

/** What shows that a judge errs otherwise than on the labelled run: it passes more than it did of passes alone, or less than of fails alone. */
function contradiction({ truePassed, trueLabels, falseFailed, falseLabels }: VerdictCounts, judged: number, runId: string): string {
  const ofPasses = truePassed / trueLabels;
  const there = judged > ofPasses ? `${rateText(ofPasses)} of what people pass` : `${rateText(1 - falseFailed / falseLabels)} of what people fail`;
  return `the judge does not err here as on the labelled run ${runId}: it passed ${there} there, and passes ${rateText(judged)} of all here`;
}

/**
 * A group of a run that has too few labels, corrected by what is known of its judges from another run.
 * @param group as its own labels leave it
 */
export function correctLater(group: CalibratedGroup, replies: readonly JudgedReply[], calibration: SuiteCalibration, facts: JudgingFacts & { readonly lost: readonly PlannedReply[] }): CalibratedGroup {
  const stale = staleReasons(calibration, replies, facts);
  if (stale.length > 0) return { ...group, reasons: [...group.reasons, ...stale] };
  const ruled = replies.filter(({ passed }) => passed !== null);
  // Where one that outweighs the others has no verdict, those that have one tell of as many as there would be with it.
  const cases = Math.min(effectiveCases(ruled), effectiveCases([...replies, ...facts.lost]));
  const raw = rawFigure(replies, passOf, facts.lost);
  const { counts, runId } = calibration;
  if (cases === 0 || raw.raw === null) return group;
  const found = roganGladen({ ...counts, passed: raw.raw * cases, verdicts: cases }, LEVEL);
  if (!found.correctable) {
    return { ...group, reasons: [...group.reasons, `the judge cannot be corrected by the labels of run ${runId}: it may pass what people pass and what they do not alike`] };
  }
  if (found.contradicted) return { ...group, reasons: [...group.reasons, contradiction(counts, raw.raw, runId)] };
  return {
    ...group,
    method: 'rogan_gladen',
    passRate: { ...raw, estimate: found.estimate, low: found.low, high: found.high },
    reasons: [...group.reasons, `assumes that the judge errs here as on the labelled run ${runId}`],
  };
}
