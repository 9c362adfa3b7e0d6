import type { ResumeMode } from '@assay/engine';
import { UsageError, type RunManifest } from '@assay/schema';
import type { OptionValues } from '../../options/option-values.js';
import { EXTENSION_KINDS, type Extensions } from '../reading/installed-definitions.js';
import { writtenReports } from '../reporting/written-reports.js';

const NOUNS: Readonly<Record<keyof Extensions, string>> = {
  evaluators: 'evaluator',
  pointFunctions: 'point function',
  rules: 'rule',
  providers: 'provider',
  reporters: 'reporter',
  loaders: 'loader',
};

/** In place of a secret: what the name was nobody knows any more. */
const REDACTED = /\[redacted(?: \w+)?\]/u;

interface GoneOnWith {
  readonly mode: ResumeMode;
  readonly manifest: RunManifest;
  /** The run as whoever goes on with it may name it. */
  readonly run: string;
  /** Of the part that goes on. */
  readonly reports: OptionValues['reports'];
}

/**
 * A run that a program made with definitions of its own is gone on with by that program.
 * @throws UsageError that names those which are not there, and says how
 */
export function refuseWithoutAdded({ mode, manifest, run, reports }: GoneOnWith, extensions: Extensions): void {
  const reporters = writtenReports(reports) ?? [];
  const missing = EXTENSION_KINDS.flatMap((kind) => {
    const given = new Set((extensions[kind] ?? []).map(({ name }) => name));
    const isNeeded = (name: string): boolean => !REDACTED.test(name) && (kind !== 'reporters' || reporters.some((report) => report.name === name));
    return (manifest.added?.[kind] ?? []).filter((name) => !given.has(name) && isNeeded(name)).map((name) => ({ kind, name }));
  });
  if (missing.length === 0) return;
  const names = missing.map(({ kind, name }) => `${NOUNS[kind]} "${name}"`).join(', ');
  const fields = [...new Set(missing.map(({ kind }) => kind))].map((kind) => `${kind}: […]`).join(', ');
  const isReporter = missing.every(({ kind }) => kind === 'reporters');
  throw new UsageError(`run ${manifest.runId} was made by a program, which brought along what is not installed: ${names}`, {
    hint: `go on with it in that program: evaluate({ ${mode}: ${JSON.stringify(run)}, ${fields} })${isReporter ? ', or name other reports' : ''}`,
  });
}
