import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createRunId } from '@assay/engine';
import { createJudgeAuditor, encodeJudgeAudit, formatCost, formatCount, markdownJudgeAudit, renderJudgeAudit } from '@assay/reports';
import { DEFAULT_VERDICT_THRESHOLDS, formatDiagnostic, type Reporter, type RunSummary } from '@assay/schema';
import { auditGate } from '../audit/audit-gate.js';
import { AUDIT_PAIRS, probeLines, probesFor } from '../audit/make-probes.js';
import { probedCases, repliesOf } from '../audit/probed-cases.js';
import { EXIT, moreSerious } from '../exit-codes.js';
import { replaceFile } from '../files/replace-file.js';
import { runsFolder } from '../folders/runs-folder.js';
import { caseSelection } from '../options/case-selection.js';
import { CASE_FILTERS, optionsOf, type ParsedOptions } from '../options/command-line.js';
import { createInterrupt } from '../processes/interrupt.js';
import { dryRun } from '../runner/plan/dry-run.js';
import { composeReading, type Reading } from '../runner/reading/compose-reading.js';
import { runEvals } from '../runner/run-evals.js';
import type { RunRequest } from '../runner/run-settings.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { outputColumns, usesColor } from '../terminal/output-style.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import { writeOut } from '../terminal/write-out.js';

export interface AuditOptions extends ParsedOptions {
  readonly cases: number;
  readonly seed: number;
  /** A run whose replies that passed are right answers. */
  readonly replies?: string;
  /** [0, 1] */
  readonly maxFalseAccepts: number;
  readonly maxFalseRejects: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly markdown?: string;
}

type Auditor = ReturnType<typeof createJudgeAuditor>;

async function read(files: readonly string[], said: ReturnType<typeof optionsOf>, cwd: string): Promise<Reading> {
  const findings = createFindingPrinter();
  try {
    return await composeReading({ cwd, patterns: files, env: process.env, redactor: outputRedactor, verbose: false, report: findings.report, untrusted: said.untrusted });
  } finally {
    findings.finish();
  }
}

/** Hands the rows of made replies to the auditor, and errors to the user. */
function auditing(auditor: Auditor, probes: ReturnType<typeof probesFor>): Reporter {
  return {
    name: 'audit',
    diagnostic(finding) {
      if (finding.severity === 'error') process.stderr.write(`${formatDiagnostic(finding)}\n`);
    },
    trialFinished(row) {
      const probe = probes[row.repeat - 1];
      if (probe && row.output) auditor.add(row, probe);
    },
  };
}

/** What judging came to, in words. */
function spentText({ groups, location }: RunSummary): string {
  const costs = groups.flatMap(({ judgeCostUsd }) => judgeCostUsd ?? []);
  const cost = costs.length === 0 ? 'no price of it is known' : `${groups.some(({ costIncomplete }) => costIncomplete) ? 'at least ' : ''}${formatCost(costs.reduce((sum, each) => sum + each, 0))}`;
  return `Judging cost: ${cost}. Every reply, with what judges said of it: assay show ${location}\n`;
}

async function runProbes(request: RunRequest, auditor: Auditor, options: AuditOptions, cwd: string): Promise<number> {
  const { summary } = await runEvals(request);
  const audit = auditor.result();
  const gate = auditGate(audit, { falseAccepts: options.maxFalseAccepts, falseRejects: options.maxFalseRejects });
  const exitCode = summary.complete ? gate.exitCode : moreSerious(gate.exitCode, summary.exitCode);
  if (options.markdown !== undefined) await replaceFile(resolve(cwd, options.markdown), options.markdown, markdownJudgeAudit(audit), { hint: 'name another file' });
  if (options.json) {
    const encoded = { ...encodeJudgeAudit(audit), location: summary.location, complete: summary.complete, gate: { exit_code: exitCode, reasons: gate.reasons } };
    await writeOut(`${JSON.stringify(encoded, null, 2)}\n`);
    return exitCode;
  }
  const words = exitCode === EXIT.passed ? 'passed' : exitCode === EXIT.failed ? 'FAILED' : 'UNDECIDED';
  const reasons = [...gate.reasons, ...(summary.complete ? [] : summary.reasons)].map((reason) => `\n  ${reason}`).join('');
  await writeOut(`${await renderJudgeAudit(audit, { columns: outputColumns(), color: usesColor() })}\n${spentText(summary)}\nAudit: ${words}${reasons}\n`);
  return exitCode;
}

/** `assay audit`: has judges score replies whose worth is known. Resolves to the exit code. */
export async function auditCommand(files: readonly string[], options: AuditOptions): Promise<number> {
  const cwd = process.cwd();
  const said = optionsOf(options);
  const reading = await read(files, said, cwd);
  const { root, verdicts } = reading.project;
  const answers = options.replies === undefined ? new Map<string, string>() : await repliesOf(await findRunFolder({ run: options.replies, cwd, runsFolder: runsFolder(root) }));
  const { cases, leftOut } = await probedCases({ reading, isWanted: await caseSelection(optionsOf(options, CASE_FILTERS)), count: options.cases, seed: options.seed, replies: answers });
  const probes = probesFor(cases);
  if (leftOut > 0) process.stderr.write(`note: ${formatCount(leftOut, 'case')} without a right answer left out: name one as expected_output, or take replies of a run (--replies RUN)\n`);
  const folder = await mkdtemp(join(tmpdir(), 'assay-audit-'));
  const interrupt = createInterrupt(() => void process.stderr.write('\nstopping: what was judged is shown; Ctrl-C again ends at once\n'));
  try {
    const outputs = join(folder, 'replies.jsonl');
    await writeFile(outputs, `${probeLines(cases, probes).join('\n')}\n`);
    const auditor = createJudgeAuditor(AUDIT_PAIRS, verdicts ?? DEFAULT_VERDICT_THRESHOLDS);
    const request: RunRequest = {
      ...said,
      ids: [...new Set(cases.map(({ id }) => id))],
      outputs,
      repeat: probes.length,
      cache: false,
      out: said.out ?? resolve(root, '.assay/audits', createRunId(Date.now())),
      reports: [],
      github: false,
      files,
      cwd,
      env: process.env,
      redactor: outputRedactor,
      reporters: [auditing(auditor, probes)],
      signal: interrupt.signal,
      onBegin: () => interrupt.listen(),
    };
    if (options.dryRun) {
      const plan = await dryRun(request, options.json ?? false);
      const replies = cases.length * probes.length;
      const kinds = [...new Set(probes.map(({ name }) => name))];
      const planned = `Would have judged ${formatCount(replies, 'reply', 'replies')} to ${formatCount(cases.length, 'case')}: ${kinds.join(', ')}.\n`;
      await writeOut(options.json ? `${JSON.stringify({ cases: cases.length, replies, probes: kinds, plan: JSON.parse(plan) }, null, 2)}\n` : planned + plan);
      return EXIT.passed;
    }
    return await runProbes(request, auditor, options, cwd);
  } finally {
    interrupt.release();
    await rm(folder, { recursive: true, force: true });
  }
}
