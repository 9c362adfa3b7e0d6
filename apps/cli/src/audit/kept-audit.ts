import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { errorText, UsageError, type Redactor } from '@assay/schema';
import * as v from 'valibot';
import { displayFolder } from '../files/display-folder.js';
import { replaceFile } from '../files/replace-file.js';
import { auditFile } from '../folders/audits-folder.js';
import { saltedDigest } from '../secrets/salted-digest.js';
import type { AuditLimits } from './audit-gate.js';
import { probeLines, type AuditProbes, type ProbedCase } from './make-probes.js';
import { drawnAgain, type DrawnCase } from './probed-cases.js';
import type { Reading } from '../runner/reading/compose-reading.js';

const text = v.pipe(v.string(), v.minLength(1));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

const AuditFileSchema = v.object({
  schema_version: v.literal(1),
  salt: text,
  limits: v.object({ false_accepts: share, false_rejects: share }),
  probes: v.array(text),
  cases: v.array(v.object({ suite: v.string(), id: text, answer: v.optional(text), replies: text })),
});

/** What an audit drew and made, beside its rows: what it takes to go on with it. */
export interface KeptAudit {
  readonly limits: AuditLimits;
  /** Of the digests. */
  readonly salt: string;
  /** Names of the kinds of replies, in the order of their repeats. */
  readonly probes: readonly string[];
  readonly cases: readonly (DrawnCase & { readonly digest: string })[];
}

/** A digest of the replies that were made to a case: what they say stands in rows, without secrets. */
function digestOf(salt: string, one: ProbedCase, probes: AuditProbes, redactor: Redactor): string {
  return saltedDigest(salt, probeLines([one], probes).map((line) => redactor.text(line)));
}

/** @throws UsageError when it cannot be written. */
export async function keepAudit(folder: string, { cases, probes, limits }: { readonly cases: readonly ProbedCase[]; readonly probes: AuditProbes; readonly limits: AuditLimits }, { cwd, redactor }: { readonly cwd: string; readonly redactor: Redactor }): Promise<void> {
  const salt = randomBytes(16).toString('hex');
  const file: v.InferOutput<typeof AuditFileSchema> = {
    schema_version: 1,
    salt,
    limits: { false_accepts: limits.falseAccepts, false_rejects: limits.falseRejects },
    probes: probes.map(({ name }) => name),
    cases: cases.map((one) => ({ suite: one.suite, id: one.id, ...(one.fromRun && one.answer !== undefined ? { answer: one.answer } : {}), replies: digestOf(salt, one, probes, redactor) })),
  };
  await replaceFile(auditFile(folder), displayFolder(cwd, auditFile(folder)), `${JSON.stringify(file, null, 2)}\n`);
}

/** @throws UsageError for a file that cannot be read, or was changed by hand. */
export async function readKeptAudit(folder: string, cwd: string): Promise<KeptAudit> {
  const shown = displayFolder(cwd, auditFile(folder));
  const fail = (why: string, cause?: unknown): UsageError => new UsageError(`${shown} ${why}`, { hint: 'audit the files anew; assay show still shows what was judged', cause });
  let read: unknown;
  try {
    read = JSON.parse(await readFile(auditFile(folder), 'utf8'));
  } catch (error) {
    throw fail(`cannot be read: ${errorText(error)}`, error);
  }
  const found = v.safeParse(AuditFileSchema, read);
  if (!found.success) throw fail(`is not what an audit keeps (${v.getDotPath(found.issues[0]) ?? 'the whole'}): it was changed by hand, or is of another version`);
  const { limits, salt, probes, cases } = found.output;
  return { limits: { falseAccepts: limits.false_accepts, falseRejects: limits.false_rejects }, salt, probes, cases: cases.map(({ replies: digest, ...one }) => ({ ...one, digest })) };
}

/**
 * Makes the same replies to the same cases once more.
 * @throws UsageError when their right answers are not what they were: what is judged already would stand beside what deserves something else.
 */
export async function madeAgain({ cases: drawn, salt }: KeptAudit, probes: AuditProbes, reading: Pick<Reading, 'suites' | 'loadSuite' | 'definitions' | 'redactor'>): Promise<readonly ProbedCase[]> {
  const hint = 'set it as it was, or audit the files anew';
  const cases = await drawnAgain(drawn, reading);
  const idsThere = new Set(cases.map(({ suite, id }) => JSON.stringify([suite, id])));
  const gone = drawn.find(({ suite, id }) => !idsThere.has(JSON.stringify([suite, id])));
  if (gone) throw new UsageError(`case "${gone.id}" of ${gone.suite}, which the audit drew, is not there any more`, { hint });
  const changed = cases.find((one, index) => digestOf(salt, one, probes, reading.redactor) !== drawn[index]?.digest);
  if (changed) throw new UsageError(`the replies to case "${changed.id}" of ${changed.suite} would not be those that the audit made: its right answer has changed, or that of the case whose answer is wrong here`, { hint });
  return cases;
}
