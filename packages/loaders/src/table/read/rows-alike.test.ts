import { join } from 'node:path';
import { InvalidFileError, type Diagnostic, type LocatedCase } from '@assay/schema';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectFolder } from '../../../test/project-folder.js';
import { loadSuite } from '../../load-suite.js';

/** Knows names, which is all that these tests have. */
const templates = async () => ({
  parse: (text: string) => ({ uses: new Set<string>(), render: (variables: object) => text.replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String((variables as Record<string, unknown>)[name])) }),
});

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

async function read(names: readonly string[], rows: readonly (readonly string[])[], sidecar: string): Promise<{ readonly cases: readonly LocatedCase[]; readonly findings: readonly Diagnostic[] }> {
  const csv = [names, ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join('');
  const findings: Diagnostic[] = [];
  const cases: LocatedCase[] = [];
  try {
    const suite = await loadSuite(join(await projectFolder({ 'data.csv': csv, 'data.yaml': sidecar }), 'data.csv'), { templates, onInvalid: 'report', report: (finding) => findings.push(finding) });
    for await (const located of suite.cases()) cases.push(located);
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    findings.push(...error.diagnostics);
  }
  return { cases, findings };
}

/** What was found of a row, wherever it stands. */
const said = ({ severity, code, message }: Diagnostic): string => `${severity} ${code} ${message.replace(/^(?:Row|Line) \d+: /u, '')}`;

const CELL = fc.constantFrom('', 'x', 'a "quoted" one', '  ', 'zwei\nlines', '0.5', '3', 'a,b;c', '{{n}}');
const NAMES = ['n', 'input', 'expected', 'expected_outcome', 'id', 'tags', 'weight', '__prefix', '__expected'];
const SIDECARS = ['{}\n', 'prompts: ["Say {{n}}", "{{n}}!"]\nevaluators: [is_json]\n', 'evaluators: [is_json]\ntags: [t]\nvars: { more: 1 }\n', 'input: First this.\nevaluators: [is_json]\n', 'prompts: ["{{n}}"]\nevaluators: [{ type: contains, value: "{{n}}" }]\n'];

type Read = Awaited<ReturnType<typeof read>>;

const comparable = (all: readonly Read[]) => ({ cases: all.flatMap(({ cases }) => cases.map(({ evalCase }) => evalCase)), findings: new Set(all.flatMap(({ findings }) => findings.map(said))) });

/** What becomes of rows in one table, and of each in a table of its own. */
async function readBoth(names: readonly string[], rows: readonly (readonly string[])[], sidecar: string) {
  const together = await read(names, rows, sidecar);
  return { together: comparable([together]), alone: comparable(await Promise.all(rows.map((row) => read(names, [row], sidecar)))) };
}

test('a row of a table becomes the case that it would become alone, whatever stands before it', async () => {
  const table = fc.subarray(NAMES, { minLength: 1 }).filter((names) => names.includes('n')).chain((names) =>
    fc.record({ names: fc.constant(names), sidecar: fc.constantFrom(...SIDECARS), rows: fc.array(fc.array(CELL, { minLength: names.length, maxLength: names.length }), { minLength: 2, maxLength: 8 }) }),
  );
  await fc.assert(
    fc.asyncProperty(table, async ({ names, sidecar, rows }) => {
      // Rows that say the same, or have the same id, are distinguished by those before.
      const different = rows.map((row, index) => row.map((cell, column) => (names[column] === 'n' || (names[column] === 'id' && cell.trim() !== '') ? `${cell}${index}` : cell)));
      const { together, alone } = await readBoth(names, different, sidecar);
      expect(together).toEqual(alone);
    }),
    { numRuns: 25, seed: 7 },
  );
});

test.each(SIDECARS)('so does one that has a cell more than those before it: %s', async (sidecar) => {
  const names = ['n', 'input', 'expected', 'expected_outcome', 'id', 'tags', 'weight'];
  const usual = ['question', 'answer', 'goal', '', '', ''];
  const others = [['question', 'answer', 'goal', '', '', '3'], ['question', 'answer', 'goal', '', 'a,b', ''], ['question', 'answer', 'goal', 'own', '', ''], ['question', 'answer', '  ', '', '', ''], ['question', '', 'goal', '', '', ''], ['question', 'answer', '', '', '', ''], ['  ', 'answer', 'goal', '', '', ''], ['question', 'answer', 'goal', '', '', 'much']];
  const rows = others.flatMap((other, index) => [[`usual ${index}`, ...usual], [`other ${index}`, ...other]]);
  const { together, alone } = await readBoth(names, rows, sidecar);
  expect(together).toEqual(alone);
});

test('prompts and answers are those of each row', async () => {
  const { cases, findings } = await read(['n', 'expected'], [['1', 'x'], ['2', 'y'], ['3', ''], ['4', 'z']], 'prompts: ["{{n}}"]\nevaluators: [is_json]\n');
  expect(findings).toEqual([]);
  expect(cases.map(({ evalCase: { inputMessages: [asked], expectedMessages: [expected] } }) => [asked?.content, expected?.content])).toEqual([['1', 'x'], ['2', 'y'], ['3', undefined], ['4', 'z']]);
});

test('ids and assertions are those of each row, where some rows say the same assertion and others another', async () => {
  const names = ['id', 'n', '__expected', '__expected2'];
  const rows = [['a', '1', 'contains: x', 'is-json'], ['b', '2', 'contains: x', 'is-json'], ['c', '3', 'contains: y', 'is-json'], ['', '4', 'contains: y', 'is-json'], ['e', '5', 'contains: y', ''], ['f', '6', 'contains: {{n}}', ''], ['g', '7', 'contains: {{n}}', '']];
  const { together, alone } = await readBoth(names, rows, 'prompts: ["{{n}}"]\n');
  expect(together).toEqual(alone);
  expect(together.cases.map(({ id }) => id)).toEqual(['a', 'b', 'c', expect.stringMatching(/^[\da-f]{12}$/u), 'e', 'f', 'g']);
  expect(together.cases.map(({ evaluators }) => evaluators.map(({ options }) => options['value']))).toEqual([['x', undefined], ['x', undefined], ['y', undefined], ['y', undefined], ['y'], ['6'], ['7']]);
  expect(together.cases.map(({ vars }) => Object.keys(vars ?? {}))).toEqual(rows.map(() => ['id', 'n']));
});
