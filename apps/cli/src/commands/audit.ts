import { resolve } from 'node:path';
import { createJudgeAuditor, encodeJudgeAudit, formatCount, formatKnownCost, markdownJudgeAudit, renderJudgeAudit } from '@assay/reports';
import { addCost, DEFAULT_VERDICT_THRESHOLDS, formatDiagnostic, shellPath, type JudgeAudit, type Reporter, type RunSummary } from '@assay/schema';
import { auditLost, auditOutcome } from '../audit/audit-gate.js';
import { AUDIT_PAIRS, probeFor } from '../audit/make-probes.js';
import { openAudit, type AuditChoice, type OpenAudit } from '../audit/open-audit.js';
import { EXIT, moreSerious } from '../exit-codes.js';
import { replaceFile } from '../files/replace-file.js';
import { createInterrupt, type Interrupt } from '../processes/interrupt.js';
import { dryRun } from '../runner/dry-run/dry-run.js';
import { runEvals } from '../runner/run-evals.js';
import { gateText } from '../terminal/gate-text.js';
import { outputColumns, usesColor } from '../terminal/output-style.js';
import { reportFailure } from '../terminal/report-failure.js';
import { writeOut } from '../terminal/write-out.js';

export interface AuditOptions extends AuditChoice {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly markdown?: string;
}

type Auditor = ReturnType<typeof createJudgeAuditor>;

/** Whether judging had a part without a known price. That the replies have none says nothing of it: they were made, and cost nothing. */
interface Spending {
  incomplete: boolean;
}

/** Hands the rows of made replies to the auditor, and errors to the user. */
function auditing(auditor: Auditor, { probes, cases }: Pick<OpenAudit, 'probes' | 'cases'>, spending: Spending): Reporter {
  const otherOrderIn = new Set(cases.flatMap(({ suite, id, hasOtherOrder }) => (hasOtherOrder ? [JSON.stringify([suite, id])] : [])));
  return {
    name: 'audit',
    diagnostic(finding) {
      if (finding.severity === 'error') process.stderr.write(`${formatDiagnostic(finding)}\n`);
    },
    trialFinished(row) {
      if (row.judgeCostIncomplete) spending.incomplete = true;
      const probe = probes[row.repeat - 1];
      if (probe && row.output) auditor.add(row, probeFor(probe, otherOrderIn.has(JSON.stringify([row.suitePath, row.caseId]))));
    },
  };
}

/** What judging came to, in words: also what earlier parts of the audit paid for, and is not asked again. */
function spentText({ groups, location }: RunSummary, { incomplete }: Spending): string {
  const known = groups.reduce<number | undefined>((sum, { judgeCostUsd, saved }) => addCost(sum, addCost(judgeCostUsd, saved?.judgeCostUsd)), undefined);
  const cost = known === undefined || (incomplete && known === 0) ? 'no price of it is known' : formatKnownCost(known, incomplete, 'at least ');
  return `Judging cost: ${cost}. Every reply, with what judges said of it: assay show ${shellPath(location)}\n`;
}

function whatIsLeft(isComplete: boolean, isLost: boolean, command: string | undefined): string {
  if (command === undefined) return '';
  if (!isComplete) return `\ngo on with this audit: ${command}\n`;
  return isLost ? `\nhave judged again what a judge was lost on: ${command}\n` : '';
}

/** Judges were paid by now, and what they came to is printed: a file that cannot be written takes nothing away from that. @returns false where it could not */
async function writeMarkdown({ markdown }: AuditOptions, cwd: string, audit: JudgeAudit): Promise<boolean> {
  if (markdown === undefined) return true;
  try {
    await replaceFile(resolve(cwd, markdown), markdown, markdownJudgeAudit(audit), { hint: 'name another file' });
    return true;
  } catch (error) {
    reportFailure(error);
    return false;
  }
}

async function runProbes({ limits, verdicts, probes, cases, request, forgetJudgements }: OpenAudit, interrupt: Interrupt, options: AuditOptions): Promise<number> {
  const auditor = createJudgeAuditor(AUDIT_PAIRS, verdicts ?? DEFAULT_VERDICT_THRESHOLDS);
  const spending: Spending = { incomplete: false };
  const { summary, resumeCommand } = await runEvals({ ...request, reporters: [auditing(auditor, { probes, cases }, spending)], signal: interrupt.signal, onBegin: () => interrupt.listen() });
  const audit = auditor.result();
  const isLost = auditLost(audit);
  if (summary.complete && !isLost) await forgetJudgements();
  const { exitCode, reasons } = auditOutcome(audit, limits, summary);
  if (options.json) {
    const encoded = { ...encodeJudgeAudit(audit), location: summary.location, complete: summary.complete, gate: { exit_code: exitCode, reasons } };
    await writeOut(`${JSON.stringify(encoded, null, 2)}\n`);
  } else {
    await writeOut(`${await renderJudgeAudit(audit, { columns: outputColumns(), color: usesColor() })}\n${spentText(summary, spending)}${gateText('Audit', { exitCode, reasons })}`);
  }
  const isWritten = await writeMarkdown(options, request.cwd, audit);
  process.stderr.write(whatIsLeft(summary.complete, isLost, resumeCommand));
  return isWritten ? exitCode : moreSerious(exitCode, EXIT.undecided);
}

async function showPlan({ cases, probes, request }: OpenAudit, { signal }: Interrupt, json: boolean): Promise<number> {
  const plan = await dryRun({ ...request, reporters: [], signal }, json);
  const replies = cases.length * probes.length;
  const kinds = [...new Set(probes.map(({ name }) => name))];
  const planned = `Would have judged ${formatCount(replies, 'reply', 'replies')} to ${formatCount(cases.length, 'case')}: ${kinds.join(', ')}.\n`;
  await writeOut(json ? `${JSON.stringify({ cases: cases.length, replies, probes: kinds, plan: JSON.parse(plan) }, null, 2)}\n` : planned + plan);
  return EXIT.passed;
}

/** `assay audit`: has judges score replies whose worth is known. Resolves to the exit code. */
export async function auditCommand(files: readonly string[], options: AuditOptions): Promise<number> {
  const isDryRun = options.dryRun ?? false;
  const audit = await openAudit(files, options, { isDryRun });
  const interrupt = createInterrupt(() => void process.stderr.write('\nstopping: what was judged is shown and kept; Ctrl-C again ends at once\n'));
  try {
    return await (isDryRun ? showPlan(audit, interrupt, options.json ?? false) : runProbes(audit, interrupt, options));
  } finally {
    interrupt.release();
    await audit.close();
  }
}
