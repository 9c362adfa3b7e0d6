import { join } from 'node:path';
import { InvalidFileError, type Diagnostic, type LocatedCase } from '@assay/schema';
import { loadSuite } from '../src/load-suite.js';
import { projectFolder } from './project-folder.js';

/** Knows names, which is all that these tests have. */
const templates = async () => ({
  parse: (text: string) => ({ uses: new Set<string>(), render: (variables: object) => text.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String((variables as Record<string, unknown>)[name])) }),
});

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

interface ReadTable {
  readonly cases: readonly LocatedCase[];
  readonly findings: readonly Diagnostic[];
}

export function read(names: readonly string[], rows: readonly (readonly string[])[], sidecar: string): Promise<ReadTable> {
  return readText('data.csv', [names, ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join(''), sidecar);
}

/** @param name `data`, with what says the kind of the table. */
export async function readText(name: string, text: string, sidecar: string): Promise<ReadTable> {
  const findings: Diagnostic[] = [];
  const cases: LocatedCase[] = [];
  try {
    const suite = await loadSuite(join(await projectFolder({ [name]: text, 'data.yaml': sidecar, 'template/file.txt': 'x' }), name), { templates, onInvalid: 'report', report: (finding) => findings.push(finding) });
    for await (const located of suite.cases()) cases.push(located);
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    findings.push(...error.diagnostics);
  }
  return { cases, findings };
}

/** What was found of a row, wherever it stands. */
const said = ({ severity, code, message }: Diagnostic): string => `${severity} ${code} ${message.replace(/^(?:Row|Line) \d+: /u, '')}`;

export const SIDECARS = [
  '{}\n',
  'prompts: ["Say {{n}}", "{{n}}!"]\nevaluators: [is_json]\n',
  'evaluators: [is_json]\ntags: [t]\nvars: { more: 1 }\n',
  'workspace: { template: ./template }\nevaluators: [is_json]\nexecution: { target: other }\n',
  'input: First this.\nevaluators: [is_json]\n',
  'prompts: ["{{n}}"]\nevaluators: [{ type: contains, value: "{{n}}" }]\n',
  'evaluators: [llm_judge, { type: contains, value: "{{n}} {{more}}" }]\ntags: [t]\nvars: { more: 1 }\n',
  'evaluators: [{ type: contains, value: "{{expected}}", weight: 0 }]\n',
  'evaluators: [{ type: contains, value: x, weight: "{{expected}}" }]\n',
  'assert: ["{{expected_outcome}}"]\n',
];

const comparable = (all: readonly ReadTable[]) => ({ cases: all.flatMap(({ cases }) => cases.map(({ evalCase }) => evalCase)), findings: new Set(all.flatMap(({ findings }) => findings.map(said))) });

/** What becomes of rows in one table, and of each in a table of its own. */
export async function readBoth(names: readonly string[], rows: readonly (readonly string[])[], sidecar: string) {
  const together = await read(names, rows, sidecar);
  return { together: comparable([together]), alone: comparable(await Promise.all(rows.map((row) => read(names, [row], sidecar)))) };
}
