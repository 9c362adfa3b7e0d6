import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const line = (id: string): string => `${JSON.stringify({ id, expected_outcome: 'Says it', input: 'hello', evaluators: [{ type: 'contains', value: 'hello' }] })}\n`;
const list = (id: string): string => `- ${line(id)}`;

async function cases(files: Readonly<Record<string, string>>, ...named: string[]) {
  const { folder } = await createWorkspace(files);
  const { stdout, stderr } = await runAssay(['cases', ...named, '--json'], { cwd: folder });
  const ids = stdout.trim().split('\n').filter(Boolean).map((text) => (JSON.parse(text) as { id: string }).id);
  return { ids: ids.toSorted(), stderr };
}

describe('the cases of a file that a suite names are there once, where the folder of both is run', () => {
  test.each<[string, string, Readonly<Record<string, string>>, readonly string[]]>([
    ['a file of lines', 'tests: cases.jsonl', { 'evals/cases.jsonl': line('one') }, ['one']],
    ['items of a list', 'cases: [file://parts/a.jsonl, ./parts/b.yaml]', { 'evals/parts/a.jsonl': line('a'), 'evals/parts/b.yaml': list('b') }, ['a', 'b']],
    ['a glob', "evalcases: ['./parts/*.{jsonl,yaml}']", { 'evals/parts/a.jsonl': line('a'), 'evals/parts/b.yaml': list('b') }, ['a', 'b']],
    ['a folder of folders', 'tests: [./folders/]', { 'evals/folders/x/case.yaml': line('x').replace('"id":"x",', ''), 'evals/folders/y/case.yaml': line('y') }, ['x', 'y']],
    ['a folder by its name alone', 'tests: [folders]', { 'evals/folders/x/case.yaml': line('x') }, ['x']],
    ['a file above', 'tests: [../shared/a.jsonl]', { 'shared/a.jsonl': line('a') }, ['a']],
  ])('%s', async (_what, head, files, ids) => {
    const all = { 'evals/suite.yaml': `${head}\n`, 'evals/other.jsonl': line('other'), ...files };
    expect(await cases(all, '.')).toEqual({ ids: [...ids, 'other'].toSorted(), stderr: '' });
    expect((await cases(all, '**/*.{yaml,jsonl}')).ids).toEqual([...ids, 'other'].toSorted());
  });

  test('and validate tells whose they are', async () => {
    const { folder } = await createWorkspace({ 'evals/suite.yaml': 'tests: cases.jsonl\n', 'evals/cases.jsonl': line('one') });
    const { stdout } = await runAssay(['validate', 'evals', '--verbose'], { cwd: folder });
    expect(stdout).toContain('evals/cases.jsonl:1:1: info: skipped: its cases are those of evals/suite.yaml, which names it');
    expect(stdout).toContain('valid: 1 suite, 1 case');
  });

  test('one that is named on the command line is run by itself too', async () => {
    const files = { 'suite.yaml': 'tests: cases.jsonl\n', 'cases.jsonl': line('one') };
    expect((await cases(files, 'cases.jsonl')).ids).toEqual(['one']);
    expect((await cases(files, '.', 'cases.jsonl')).ids).toEqual(['one', 'one']);
  });

  test('files that name each other in a circle are told so, and none is passed over', async () => {
    const { folder } = await createWorkspace({ 'a.yaml': 'tests: [./b.yaml]\n', 'b.yaml': 'tests: [./a.yaml]\n' });
    const { exitCode, stdout } = await runAssay(['validate', '.'], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stdout).toMatch(/^invalid: 2 suites/mu);
  });
});
