import { formatCount } from '@assay/reports';
import type { JudgeAudit, RunSummary } from '@assay/schema';
import { EXIT, moreSerious } from '../exit-codes.js';

export interface AuditLimits {
  /** Largest share, in [0, 1]. */
  readonly falseAccepts: number;
  readonly falseRejects: number;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** A judge that passes nothing at all accepts nothing wrong either. */
const UNTRIED =
  'no right answer was tried, so nothing tells whether judges reject them: name some as expected_output, or take replies of a run (--replies RUN); --max-false-rejects 1 does without';

/** Whether judges are right often enough. Exit code 3 where some of it was lost, and 4 where no right answer was tried, unless what is there fails already. */
export function auditGate({ judges, replies }: JudgeAudit, limits: AuditLimits): { readonly exitCode: number; readonly reasons: readonly string[] } {
  const failed = judges.flatMap(({ id, falseAccepts, falseRejects }) => [
    ...((falseAccepts.value ?? 0) > limits.falseAccepts ? [`${id} passed ${percent(falseAccepts.value ?? 0)} of what does not deserve it; at most ${percent(limits.falseAccepts)} may be`] : []),
    ...((falseRejects.value ?? 0) > limits.falseRejects ? [`${id} did not pass ${percent(falseRejects.value ?? 0)} of right answers; at most ${percent(limits.falseRejects)} may be`] : []),
  ]);
  if (failed.length > 0) return { exitCode: EXIT.failed, reasons: failed };
  if (judges.length === 0) return { exitCode: EXIT.undecided, reasons: ['no judge gave a usable answer'] };
  const lost = judges.filter((judge) => judge.lost > 0).map(({ id, lost: count }) => `${id} gave no usable answer on ${formatCount(count)} of ${formatCount(replies, 'reply', 'replies')}`);
  if (lost.length > 0) return { exitCode: EXIT.undecided, reasons: lost };
  const untried = limits.falseRejects < 1 && judges.some(({ falseRejects }) => falseRejects.value === null);
  return untried ? { exitCode: EXIT.inconclusive, reasons: [UNTRIED] } : { exitCode: EXIT.passed, reasons: [] };
}

/** Whether a judge was lost on something, or there was none. */
export function auditLost({ judges }: JudgeAudit): boolean {
  return judges.length === 0 || judges.some(({ lost }) => lost > 0);
}

/** What an audit comes to. What a part of it shows decides nothing: the rest may be judged otherwise. */
export function auditOutcome(audit: JudgeAudit, limits: AuditLimits, run: Pick<RunSummary, 'complete' | 'exitCode' | 'reasons'>): ReturnType<typeof auditGate> {
  return run.complete ? auditGate(audit, limits) : { exitCode: moreSerious(EXIT.undecided, run.exitCode), reasons: run.reasons };
}
