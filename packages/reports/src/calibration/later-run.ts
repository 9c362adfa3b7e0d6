import type { CalibratedGroup, CalibratedJudge, SuiteCalibration, VerdictThresholds } from '@assay/schema';
import { roganGladen } from '@assay/statistics';
import { passOf, rawFigure } from './corrected-group.js';
import type { JudgedReply } from './labelled-reply.js';
import { LEVEL } from './labelled-figures.js';

/** What has to be the same in a run for an earlier calibration to say something about it. */
export interface JudgingFacts {
  readonly judges: readonly CalibratedJudge[];
  readonly judgePromptVersion: string | undefined;
  readonly verdicts: VerdictThresholds;
}

/** Digits of a hash that tell criteria apart. */
const DIGITS = 12;

/** The digest of what a case holds replies against, as calibrations keep it. */
export function criteriaDigest(key: string): string {
  return key.slice(0, DIGITS);
}

/** Judges of replies by id, each once. */
export function judgesOf(replies: readonly JudgedReply[]): readonly CalibratedJudge[] {
  const judges = new Map<string, CalibratedJudge>();
  for (const reply of replies) for (const { id, model } of reply.judges) judges.set(`${id}\n${model}`, { id, model });
  return [...judges.values()].toSorted((a, b) => (`${a.id}\n${a.model}` < `${b.id}\n${b.model}` ? -1 : 1));
}

const namesOf = (judges: readonly CalibratedJudge[]): string => (judges.length === 0 ? 'no judge' : judges.map(({ id, model }) => (id === model ? id : `${id} (${model})`)).join(', '));

function changedCriteria(calibration: SuiteCalibration, replies: readonly JudgedReply[]): number {
  const changed = new Set<string>();
  for (const { caseId, criteriaKey } of replies) {
    const known = calibration.criteria.get(caseId);
    if (known !== undefined && criteriaKey !== undefined && criteriaDigest(criteriaKey) !== known) changed.add(caseId);
  }
  return changed.size;
}

/** Why a calibration says nothing about these replies of its suite; empty when it does. */
function staleReasons(calibration: SuiteCalibration, replies: readonly JudgedReply[], facts: JudgingFacts): readonly string[] {
  const { judges, judgePromptVersion, verdicts, runId } = calibration;
  const reasons: string[] = [];
  if (namesOf(judges) !== namesOf(facts.judges)) reasons.push(`judged by ${namesOf(facts.judges)}, and calibrated for ${namesOf(judges)}`);
  if (judges.length > 0 && judgePromptVersion !== facts.judgePromptVersion) {
    reasons.push(`judges are asked with prompts of version ${facts.judgePromptVersion ?? '(not known)'}, and were with ${judgePromptVersion ?? '(not known)'}`);
  }
  if (verdicts.pass !== facts.verdicts.pass || verdicts.borderline !== facts.verdicts.borderline) {
    reasons.push(`cases pass from ${facts.verdicts.pass}, and passed from ${verdicts.pass}`);
  }
  const changed = changedCriteria(calibration, replies);
  if (changed > 0) reasons.push(`the criteria of ${changed} of ${calibration.criteria.size} labelled cases have changed`);
  return reasons.length === 0 ? [] : [`the calibration of run ${runId} is stale: ${reasons.join('; ')}`];
}

/**
 * A group of a run that has too few labels, corrected by what is known of its judges from another run.
 * @param group as its own labels leave it
 */
export function correctLater(group: CalibratedGroup, replies: readonly JudgedReply[], calibration: SuiteCalibration, facts: JudgingFacts): CalibratedGroup {
  const stale = staleReasons(calibration, replies, facts);
  if (stale.length > 0) return { ...group, reasons: [...group.reasons, ...stale] };
  const cases = new Set(replies.map(({ cluster }) => cluster)).size;
  const raw = rawFigure(replies, passOf);
  const { counts, runId } = calibration;
  if (cases === 0) return group;
  const found = roganGladen({ ...counts, passed: raw.raw * cases, verdicts: cases }, LEVEL);
  if (!found.correctable) {
    return { ...group, reasons: [...group.reasons, `the judge cannot be corrected by the labels of run ${runId}: it may pass what people pass and what they do not alike`] };
  }
  return {
    ...group,
    method: 'rogan_gladen',
    passRate: { ...raw, estimate: found.estimate, low: found.low, high: found.high },
    reasons: [...group.reasons, `assumes that the judge errs here as on the labelled run ${runId}`],
  };
}
