import { formatCount } from '@assay/reports';
import type { JudgeAudit } from '@assay/schema';
import { EXIT } from '../exit-codes.js';

export interface AuditLimits {
  /** Largest share, in [0, 1]. */
  readonly falseAccepts: number;
  readonly falseRejects: number;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** Whether judges are right often enough. Exit code 3 where some of it was lost, unless what is there fails already. */
export function auditGate({ judges, replies }: JudgeAudit, limits: AuditLimits): { readonly exitCode: number; readonly reasons: readonly string[] } {
  const failed = judges.flatMap(({ id, falseAccepts, falseRejects }) => [
    ...((falseAccepts.value ?? 0) > limits.falseAccepts ? [`${id} passed ${percent(falseAccepts.value ?? 0)} of what does not deserve it; at most ${percent(limits.falseAccepts)} may be`] : []),
    ...((falseRejects.value ?? 0) > limits.falseRejects ? [`${id} did not pass ${percent(falseRejects.value ?? 0)} of right answers; at most ${percent(limits.falseRejects)} may be`] : []),
  ]);
  if (failed.length > 0) return { exitCode: EXIT.failed, reasons: failed };
  if (judges.length === 0) return { exitCode: EXIT.undecided, reasons: ['no judge gave a usable answer'] };
  const lost = judges.filter((judge) => judge.lost > 0).map(({ id, lost: count }) => `${id} gave no usable answer on ${formatCount(count)} of ${formatCount(replies, 'reply', 'replies')}`);
  return { exitCode: lost.length > 0 ? EXIT.undecided : EXIT.passed, reasons: lost };
}
