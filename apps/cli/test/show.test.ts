import { decodeRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import type { Finished } from './support/commands/assay.js';
import { casesOf, printed, project, RUN, runFolder } from './support/projects/followed-run.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('assay show', () => {
  test('prints a line for each trial of the latest run, with the first reason why it did not pass', async () => {
    const { assay, answer, workspace } = await project();
    answer(5);
    await assay(...RUN);
    const { exitCode, stdout, stderr } = await assay('show', '--brief');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split('\n').slice(0, 2)).toEqual(['✓     1.00  set › c0  on bot', '✗     0.00  set › c1  on bot  missed: contains "42"']);
    expect(casesOf(stdout)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
    const json = await assay('show', await runFolder(workspace), '--json');
    expect(json.stdout.trim().split('\n').map((line) => decodeRow(JSON.parse(line)))).toEqual(await workspace.rows());
    // A run that has ended is followed to its end, which is there.
    expect(await assay('show', '--follow')).toEqual({ exitCode: 0, signal: null, stdout, stderr: '' });
  });

  test('of no run exits 2 and says how to name one', async () => {
    const { folder } = await createWorkspace();
    const { exitCode, stderr } = await runAssay(['show'], { cwd: folder });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('this project has no run yet') });
    expect((await runAssay(['show', 'nowhere'], { cwd: folder })).stderr).toContain('assay list runs');
  });

  test('says why nothing is shown, and exits 2 for names that the run does not have', async () => {
    const line = (id: string): string => JSON.stringify({ id, expected_outcome: 'x', input: 'aaa', evaluators: [{ type: 'contains', value: 'a' }] });
    const { folder } = await createWorkspace({ 'good.jsonl': `${line('refund-late')}\n${line('refund-early')}\n` });
    await runAssay(['run', 'good.jsonl', '--target', 'mock'], { cwd: folder });
    const show = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await runAssay(['show', ...args], { cwd: folder });
      return { exitCode, stdout, stderr };
    };
    expect(await show('--failed')).toEqual({ exitCode: 0, stdout: '', stderr: 'note: nothing to show: every trial passed\n' });
    expect(await show('--id', 'refund-lat')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: this run has no results of a case whose id matches "refund-lat"\n  fix: did you mean "refund-late"?\n',
    });
    expect(await show('--target', 'zzz', '--json')).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('of the target "zzz"\n  fix: it has for example: mock') });
    expect(await show('--suite', 'zzz', '--failed', '--by', 'tag')).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('of the suite "zzz"\n  fix: it has for example: good') });
    // What is followed may have ended early: nobody is told that a name is wrong.
    expect(await show('--follow', '--id', 'nowhere')).toMatchObject({ exitCode: 0, stdout: '', stderr: expect.stringContaining('note: this run has no results of a case') });
  });

  test('shows no secret of the environment, also of a run that did not know it', async () => {
    const { folder } = await createWorkspace({
      'evals.jsonl': `${JSON.stringify({ id: 'one', expected_outcome: 'x', input: 'say key-0123456789', evaluators: [{ type: 'contains', value: 'key-0123456789!' }] })}\n`,
    });
    await runAssay(['run', 'evals.jsonl', '--target', 'mock'], { cwd: folder });
    expect((await runAssay(['show'], { cwd: folder })).stdout).toContain('key-0123456789');
    for (const args of [['show'], ['show', '--brief'], ['show', '--json'], ['show', '--follow']]) {
      const { stdout } = await runAssay(args, { cwd: folder, env: { BOT_API_KEY: 'key-0123456789' } });
      expect(stdout).toContain('one');
      expect(stdout).not.toContain('0123456789');
    }
  });

  test('keeps to the width of the terminal, and writes no character that could move its cursor', async () => {
    const { folder } = await createWorkspace({
      'odd.jsonl': `${JSON.stringify({ id: 'case\u001B[2J\u202Ename', expected_outcome: 'x', input: 'a', evaluators: [{ type: 'contains', value: 'b '.repeat(100) }] })}\n`,
    });
    await runAssay(['run', 'odd.jsonl', '--target', 'mock'], { cwd: folder });
    for (const args of [['show'], ['show', '--brief']]) {
      const { stdout } = await runAssay(args, { cwd: folder, env: { COLUMNS: '30' } });
      expect(stdout).toContain(String.raw`case\u202ename`);
      expect(stdout).not.toMatch(/(?!\n)\p{Cc}|\u202E/u);
      for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(30);
    }
    const { stdout: json } = await runAssay(['show', '--json'], { cwd: folder });
    expect(json).not.toMatch(/(?!\n)\p{Cc}|\u202E/u);
    expect(JSON.parse(json)).toMatchObject({ case_id: 'case\u001B[2J\u202Ename' });
  });
});

describe('assay show of chosen cases', () => {
  test('prints what was said and why, and sums up by tags, suites and targets', async () => {
    const line = (id: string, tags: readonly string[], value: string): string => JSON.stringify({ id, tags, expected_outcome: 'says a', input: 'say a', evaluators: [{ type: 'contains', value }] });
    const { folder } = await createWorkspace({ 'set.jsonl': `${line('one', ['lang:de'], 'a')}\n${line('two', ['lang:de', 'hard'], 'z')}\n${line('three', [], 'a')}\n` });
    const assay = (...args: readonly string[]): Promise<Finished> => runAssay(['show', ...args], { cwd: folder });
    await runAssay(['run', 'set.jsonl', '--target', 'mock'], { cwd: folder });
    const failed = await assay('--failed');
    expect(failed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(failed.stdout).toMatch(/^✗ set › two\n {2}0 {2}fail\n {2}on mock {2}set\.jsonl:2:1\n {2}missed: contains "z"\n {2}user\n {4}say a\n {2}reply\n {4}say a\n {2}expected\n {4}says a\n/u);
    expect(casesOf((await assay('--brief', '--id', 't*')).stdout)).toEqual(['two', 'three']);
    expect((await assay('--json', '--suite', 'set', '--target', 'mock', '--id', 'one')).stdout.split('\n')).toHaveLength(2);
    expect((await assay('--target', 'other')).stdout).toBe('');
    expect((await assay('--by', 'tag:lang', '--by', 'target')).stdout).toBe(
      'By tag:lang  Trials  Unscored  Pass   Rate  ± 95 %      Mean  ± 95 %\nde                2         0     1  50.0%  1.2–98.8%   0.50  0.01–0.99\n(none)            1         0     1   100%  2.5–100.0%  1.00  0.02–1.00\n\n' +
        'By target  Trials  Unscored  Pass   Rate  ± 95 %     Mean  ± 95 %\nmock            3         0     2  66.7%  9.4–99.2%  0.67  0.09–1.00\n',
    );
    expect(await assay('--by', 'tags')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('allowed: suite, target, variant, evaluator, tag, tag:KEY for tags like KEY:VALUE, or var:NAME') });
  });
});

describe('assay show --follow', () => {
  test('prints what a run has, then what comes, and ends with the run', async () => {
    const { start, answer, asked } = await project();
    const run = start(...RUN);
    answer(2);
    await asked(3);
    const show = start('show', '--follow');
    expect(casesOf(await printed(show, 2))).toEqual(['c0', 'c1']);
    const next = printed(show, 1);
    answer(1);
    expect(casesOf(await next)).toEqual(['c2']);
    answer(2);
    expect((await run.finished).exitCode).toBe(1);
    const { exitCode, stdout, stderr } = await show.finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(casesOf(stdout)).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
  });
});

test('members of a composite are shown with the weights that its aggregator gives them', async () => {
  const { folder, rows } = await createWorkspace({
    'a.yaml': `evalcases:
  - id: a
    input: Hi
    expected_outcome: greets
    evaluators:
      - name: gate
        type: composite
        evaluators: [{ name: one, type: contains, value: Bye }, { name: two, type: contains, value: Hi, weight: 2 }]
        aggregator: { type: weighted_average, weights: { one: 3 } }
`,
  });
  await runAssay(['run', 'a.yaml', '--target', 'mock', '--out', 'out'], { cwd: folder });
  expect((await rows('out'))[0]?.evaluators[0]?.evaluators).toMatchObject([{ name: 'one', weight: 3 }, { name: 'two', weight: 2 }]);
  const { stdout } = await runAssay(['show', 'out'], { cwd: folder });
  expect(stdout).toMatch(/gate \(composite\) {2}0\.4\n.*one \(contains\) {2}0 {2}×3\n/u);
  expect(stdout).toContain('two (contains)  1  ×2');
});
