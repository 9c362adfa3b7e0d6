import { join } from 'node:path';
import { loadSuite } from '@assay/loaders';
import { formatDiagnostic, InvalidFileError, type Diagnostic, type EvalCase, type LoadOptions, type Suite } from '@assay/schema';
import { expect } from 'vitest';
import { installedDefinitions } from '../../src/runner/reading/installed-definitions.js';
import { createWorkspace } from '../support/projects/workspace.js';

/** What the command line makes of a file: its loader with everything that is installed. */
export interface Loaded {
  /** Undefined when the file is invalid. */
  readonly suite: Suite | undefined;
  /** The cases up to the first error. */
  readonly cases: readonly EvalCase[];
  readonly findings: readonly Diagnostic[];
  readonly folder: string;
}

export type Files = Readonly<Record<string, string>>;

/** Everything that is installed: put together once, since nothing changes it. */
export const definitions = await installedDefinitions();

/** Loads one of these files with the real definitions of all packages. Nothing is left of them afterwards, so that tests can do so concurrently. */
export async function load(file: string, files: Files, options: LoadOptions = {}): Promise<Loaded> {
  let remove = async (): Promise<void> => undefined;
  const { folder } = await createWorkspace(files, (removal) => (remove = removal));
  const findings: Diagnostic[] = [];
  const cases: EvalCase[] = [];
  let suite: Suite | undefined;
  try {
    suite = await loadSuite(join(folder, file), {
      definitions,
      workingDirectory: folder,
      report: (finding) => findings.push(finding),
      ...options,
    });
    for await (const { evalCase } of suite.cases()) cases.push(evalCase);
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    findings.push(...error.diagnostics);
  } finally {
    await remove();
  }
  return { suite, cases, findings, folder };
}

const indented = (fields: string): string => fields.trim().replaceAll(/^/gmu, '    ').trimStart();

/** A suite of one case that has an id, an outcome and an input unless `fields` gives them. */
export function suiteOf(fields: string): string {
  const has = (pattern: RegExp): boolean => pattern.test(fields);
  const defaults = [
    'id: only',
    ...(has(/^(?:expected_)?outcome:/mu) ? [] : ['expected_outcome: Helps']),
    ...(has(/^input(?:_messages)?:/mu) ? [] : ['input: Help me']),
  ];
  return `evalcases:\n  - ${indented(`${defaults.join('\n')}\n${fields}`)}\n`;
}

/** The only case of a YAML suite with these fields; fails if there is any finding. */
export async function caseOf(fields: string, options?: LoadOptions): Promise<EvalCase> {
  const { cases, findings } = await load('suite.yaml', { 'suite.yaml': suiteOf(fields) }, options);
  expect(findings).toEqual([]);
  const [only] = cases;
  if (!only) expect.fail('the suite has no case');
  return only;
}

/** The findings of a YAML suite of one case, as people see them. */
export async function findingsOf(fields: string): Promise<readonly string[]> {
  const { findings } = await load('suite.yaml', { 'suite.yaml': suiteOf(fields) });
  return findings.map(formatDiagnostic);
}

/** Values as lines of JSONL. */
export function lines(...values: readonly (string | Readonly<Record<string, unknown>>)[]): string {
  return values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('');
}
