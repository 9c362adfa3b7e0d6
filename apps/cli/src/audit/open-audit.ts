import { mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { createRunId, findRun } from '@assay/engine';
import { formatCount } from '@assay/reports';
import { UsageError, type VerdictThresholds } from '@assay/schema';
import { auditFile, auditsFolder, judgementsFolder, ownAuditsFolder } from '../folders/audits-folder.js';
import { runsFolder } from '../folders/runs-folder.js';
import { caseSelection } from '../options/case-selection.js';
import { CASE_FILTERS, optionsOf, type ParsedOptions } from '../options/command-line.js';
import { composeReading, type Reading } from '../runner/reading/compose-reading.js';
import { noFilesNamed } from '../runner/reading/no-files-named.js';
import { continueRun } from '../runner/resume/continue-run.js';
import { resultsFolder } from '../runner/results/open-store.js';
import type { RunRequest } from '../runner/run-settings.js';
import { findRunFolder } from '../runs/find-run-folder.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import type { AuditLimits } from './audit-gate.js';
import { keepAudit, madeAgain, readKeptAudit } from './kept-audit.js';
import { probeLines, probesFor, probesOf, reorderedRepeats, type AuditProbes, type ProbedCase } from './make-probes.js';
import { probedCases, repliesOf } from './probed-cases.js';

/** What decides an audit, as the command line says it. */
export interface AuditChoice extends ParsedOptions {
  readonly cases?: number;
  readonly seed?: number;
  /** A run whose replies that passed are right answers. */
  readonly replies?: string;
  /** [0, 1] */
  readonly maxFalseAccepts?: number;
  readonly maxFalseRejects?: number;
}

/** What holds where nobody says otherwise. */
const CASES = 10;
const LIMITS: AuditLimits = { falseAccepts: 0.1, falseRejects: 0.2 };

/** Options that decide what an audit is, and so cannot be said when it goes on. */
const DECIDING = { cases: '--cases', seed: '--seed', replies: '--replies', maxFalseAccepts: '--max-false-accepts', maxFalseRejects: '--max-false-rejects' } as const satisfies Partial<Record<keyof AuditChoice, string>>;

export interface OpenAudit {
  readonly cases: readonly ProbedCase[];
  readonly probes: AuditProbes;
  readonly limits: AuditLimits;
  readonly verdicts: VerdictThresholds | undefined;
  /** What has the replies judged, without reporters. */
  readonly request: Omit<RunRequest, 'reporters' | 'signal'>;
  /** All judgements are there: those that were kept apart are in the rows. */
  forgetJudgements(): Promise<void>;
  /** Removes what nobody needs any more. */
  close(): Promise<void>;
}

type Base = Pick<RunRequest, 'cwd' | 'env' | 'redactor' | 'isAudit'>;

async function read(files: readonly string[], untrusted: boolean | undefined, { cwd, env }: Base): Promise<Reading> {
  const findings = createFindingPrinter();
  try {
    return await composeReading({ cwd, patterns: files, env, redactor: outputRedactor, verbose: false, report: findings.report, untrusted });
  } finally {
    findings.finish();
  }
}

/** Puts the replies where the run reads them. They hold right answers as they are written, so they are the user's alone. @returns the file */
async function writeReplies(folder: string, cases: readonly ProbedCase[], probes: AuditProbes): Promise<string> {
  const file = join(folder, 'replies.jsonl');
  await writeFile(file, `${probeLines(cases, probes).join('\n')}\n`, { mode: 0o600 });
  return file;
}

/** Leaves nothing of an audit that did not begin. */
async function dropUnused(folder: string): Promise<void> {
  if (await findRun(folder)) return;
  await rm(auditFile(folder), { force: true });
  await rm(judgementsFolder(folder), { recursive: true, force: true });
  await rmdir(folder).catch(() => undefined);
}

/** Draws cases, and makes replies to them. @throws UsageError, InvalidFileError */
async function newAudit(files: readonly string[], choice: AuditChoice, isDryRun: boolean, base: Base): Promise<OpenAudit> {
  const { cwd, env } = base;
  if (files.length === 0) throw noFilesNamed(cwd, 'go on with an audit: --resume');
  const said = optionsOf(choice);
  const reading = await read(files, said.untrusted, base);
  const { root, verdicts } = reading.project;
  const answers = choice.replies === undefined ? new Map<string, string>() : await repliesOf(await findRunFolder({ run: choice.replies, cwd, runsFolder: runsFolder(root) }));
  const { cases, leftOut } = await probedCases({ reading, isWanted: await caseSelection(optionsOf(choice, CASE_FILTERS)), count: choice.cases ?? CASES, seed: choice.seed ?? 0, replies: answers });
  const probes = probesFor(cases);
  if (leftOut > 0) process.stderr.write(`note: ${formatCount(leftOut, 'case')} without a right answer left out: name one as expected_output, or take replies of a run (--replies RUN)\n`);
  const limits: AuditLimits = { falseAccepts: choice.maxFalseAccepts ?? LIMITS.falseAccepts, falseRejects: choice.maxFalseRejects ?? LIMITS.falseRejects };
  const id = createRunId(Date.now());
  const out = said.out ?? join(reading.trust.untrusted ? ownAuditsFolder(env) : auditsFolder(root), id);
  const folder = await resultsFolder(id, { out, cwd }, { reading });
  const place = isDryRun ? await mkdtemp(join(tmpdir(), 'assay-audit-')) : folder;
  // Makes the folder, and says so where it cannot.
  if (!isDryRun) await keepAudit(folder, { cases, probes, limits }, { cwd, redactor: outputRedactor });
  const replies = await writeReplies(place, cases, probes);
  return {
    cases,
    probes,
    limits,
    verdicts,
    request: { ...base, ...said, files, ids: [...new Set(cases.map((one) => one.id))], outputs: isDryRun ? replies : relative(cwd, replies), repeat: probes.length, reorderedRepeats: reorderedRepeats(probes), cache: true, out: isDryRun ? place : out, reports: [], github: false },
    forgetJudgements: () => rm(judgementsFolder(folder), { recursive: true, force: true }),
    async close() {
      await rm(replies, { force: true });
      await (isDryRun ? rm(place, { recursive: true, force: true }) : dropUnused(folder));
    },
  };
}

function refuseDeciding(files: readonly string[], choice: AuditChoice): void {
  const [file] = files;
  if (file !== undefined) throw new UsageError(`--resume takes no files: those of the audit are audited (${file})`, { hint: 'write the audit behind --resume, and leave the files out' });
  const refused = Object.entries(DECIDING).flatMap(([name, flag]) => (choice[name as keyof typeof DECIDING] === undefined ? [] : [flag]));
  if (refused.length > 0) throw new UsageError(`${refused.join(', ')} cannot be said with --resume: the audit goes on as it began`, { hint: 'start an audit of its own for that' });
}

/** Goes on with an audit. @throws UsageError, InvalidFileError, StoreError */
async function continuedAudit(files: readonly string[], choice: AuditChoice, base: Base): Promise<OpenAudit> {
  refuseDeciding(files, choice);
  const said = optionsOf(choice);
  const resumed = { ...base, ...said, files: [], reporters: [], signal: new AbortController().signal };
  const { request: whole, earlier } = await continueRun(resumed);
  const kept = await readKeptAudit(earlier.location, base.cwd);
  const probes = probesOf(kept.probes);
  if (!probes) throw new UsageError('the audit made replies of kinds that this version of Assay does not make', { hint: 'audit the files anew' });
  const reading = await read(whole.files, whole.untrusted, whole);
  const cases = await madeAgain(kept, probes, reading);
  const replies = await writeReplies(earlier.location, cases, probes);
  return {
    cases,
    probes,
    limits: kept.limits,
    verdicts: reading.project.verdicts,
    // The folder by its path: what was meant by `latest` may be another one by then.
    request: { ...base, ...said, files: [], reorderedRepeats: reorderedRepeats(probes), resume: resolve(earlier.location) },
    forgetJudgements: () => rm(judgementsFolder(earlier.location), { recursive: true, force: true }),
    close: () => rm(replies, { force: true }),
  };
}

/** Makes an audit ready: a new one, or one that is gone on with. */
export function openAudit(files: readonly string[], choice: AuditChoice, { isDryRun }: { readonly isDryRun: boolean }): Promise<OpenAudit> {
  const base: Base = { cwd: process.cwd(), env: process.env, redactor: outputRedactor, isAudit: true };
  return optionsOf(choice).resume === undefined ? newAudit(files, choice, isDryRun, base) : continuedAudit(files, choice, base);
}
