import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { comparedWords } from './support/projects/compared-words.js';

const project = comparedWords();

describe('assay compare', () => {
  test('holds B against A, also when their targets differ: wins, losses, ties, the weighted mean', async () => {
    const { compare } = await project();
    const { exitCode, json } = await compare('one', 'two');
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({
      schema_version: 2,
      outcome: 'compared',
      a: { location: 'one', targets: ['first'] },
      b: { location: 'two', targets: ['second'] },
      total: {
        compared: 3,
        wins: 1,
        losses: 1,
        ties: 1,
        // (1·½ + 2·1 + 1·1) / 4 and (1·1 + 2·0 + 1·1) / 4
        score_a: 0.875,
        score_b: 0.5,
        change: { difference: -0.375, verdict: 'undecided', cases: 3, p_worse: 0.5 },
        regressions: [{ case_id: 'worse', score_a: 1, score_b: 0, difference: -1, source: 'words.yaml:3:5' }],
        improvements: [{ case_id: 'better', difference: 0.5 }],
      },
      groups: [{ suite: 'words', target_a: 'first', target_b: 'second', compared: 3 }],
    });
  });

  test('a person gets a table, the changes with their places, and a sentence', async () => {
    const { assay } = await project();
    const { exitCode, stdout, stderr } = await assay('compare', 'one', 'two');
    expect(stdout.replace(/(?<=time ).*/u, '…')).toBe(`A  one  on first
B  two  on second

Suite  Cases  Wins  Ties  Losses  A → B        B − A  95 %
words      3     1     1       1  0.88 → 0.50  −0.38  −0.94 to +0.78

Worse in B
−1.00  words › worse  1.00 → 0.00  words.yaml:3:5

Better in B
+0.50  words › better  0.50 → 1.00  words.yaml:2:5

A reply takes
  time …

B is better in 1 case, worse in 1, equal in 1.
words: not shown to be worse: 0.88 → 0.50, −0.38 (−0.94 to +0.78), p = 0.50; even a drop to 0 would hardly have been seen with so few replies; 32 cases would mostly decide if it stayed at −0.38
`);
    expect([exitCode, stderr]).toEqual([0, '']);
  });

  test('no line is wider than the terminal', async () => {
    const { workspace } = await project();
    const { stdout } = await runAssay(['compare', 'one', 'two'], { cwd: workspace.folder, env: { COLUMNS: '40' } });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
  });

  test('runs of the project go by their ids, and the newest by "latest"', async () => {
    const { workspace, assay, compare } = await project();
    await assay('run', 'words.yaml', '--target', 'second');
    const { runId } = await workspace.manifest();
    const { json } = await compare('one', 'latest');
    expect(json).toMatchObject({ b: { run_id: runId, location: `.assay/runs/${runId}` }, total: { wins: 1 } });
    expect((await compare(runId, 'one')).json).toMatchObject({ a: { run_id: runId }, total: { wins: 1, losses: 1 } });
  });

  test('--tie: smaller differences are ties', async () => {
    const { assay, compare } = await project();
    expect((await compare('one', 'two', '--tie', '0.5')).json).toMatchObject({
      tie: 0.5,
      total: { wins: 0, losses: 1, ties: 2 },
    });
    const wrong = await assay('compare', 'one', 'two', '--tie', '2');
    expect(wrong.stderr).toContain('from 0 to 1');
    expect(wrong.exitCode).toBe(2);
  });

  test('repeats are one case: their mean', async () => {
    const { run, compare } = await project();
    await run('three', '--target', 'second', '--repeat', '3');
    expect((await compare('two', 'three')).json).toMatchObject({ total: { compared: 3, ties: 3, incomplete: 0 } });
  });
});

describe('targets', () => {
  test('with the same targets in both runs, each is compared with itself', async () => {
    const { run, compare } = await project();
    await run('again', '--target', 'second', '--target', 'first');
    expect((await compare('both', 'again')).json).toMatchObject({
      total: { compared: 6, ties: 6 },
      groups: [{ target_a: 'first', target_b: 'first' }, { target_a: 'second', target_b: 'second' }],
    });
  });

  test('--target-a and --target-b choose, also two targets of one run', async () => {
    const { compare } = await project();
    const within = await compare('both', 'both', '--target-a', 'first', '--target-b', 'second');
    expect(within.json).toMatchObject({ total: { compared: 3, wins: 1, losses: 1, change: { difference: -0.375 } } });
    expect((await compare('both', 'one', '--target-a', 'second')).json).toMatchObject({
      a: { targets: ['second'] },
      b: { targets: ['first'] },
    });
  });

  test('when it is not clear which, exit 2 with the names of both runs', async () => {
    const { assay } = await project();
    const unclear = await assay('compare', 'both', 'one');
    expect(unclear.stderr).toContain('A has first, second; B has first');
    expect(unclear).toMatchObject({ exitCode: 2, stdout: '' });
    const unknown = await assay('compare', 'both', 'one', '--target-a', 'secnd');
    expect(unknown.stderr).toContain('run A has no target "secnd"\n  fix: did you mean "second"?');
    expect(unknown.exitCode).toBe(2);
  });
});

describe('what cannot be compared', () => {
  test('the unscored are told and never count as 0', async () => {
    const { workspace, assay, compare } = await project();
    const outputs = { better: 'green blue', worse: 'red' };
    const lines = Object.entries(outputs).map(([id, text]) => JSON.stringify({ id, text }));
    await workspace.write({ 'outputs.jsonl': lines.join('\n') });
    await assay('score', 'words.yaml', '--outputs', 'outputs.jsonl', '--out', 'scored');
    const { exitCode, json } = await compare('one', 'scored');
    expect(json).toMatchObject({
      total: {
        compared: 2,
        wins: 1,
        losses: 0,
        ties: 1,
        unscored: { in_a: 0, in_b: 1, count: 1, cases: [{ case_id: 'equal', target: 'outputs' }] },
      },
    });
    expect(exitCode).toBe(0);
    const { stdout } = await assay('compare', 'one', 'scored');
    expect(stdout).toContain('! 1 case without a score (1 in B): words › equal');
  });

  test('cases that only one of the runs has are told', async () => {
    const { run, compare, assay } = await project();
    await run('few', '--target', 'second', '--id', 'better');
    expect((await compare('one', 'few')).json).toMatchObject({
      total: { compared: 1, only_in_a: { count: 2, cases: [{ case_id: 'worse' }, { case_id: 'equal' }] }, only_in_b: { count: 0 } },
    });
    expect((await assay('compare', 'few', 'one')).stdout).toContain('! 2 cases only in B: words › worse, words › equal');
  });

  test('no case in common: inconclusive, exit 4', async () => {
    const { run, compare, assay } = await project();
    await run('a', '--target', 'first', '--id', 'better');
    await run('b', '--target', 'first', '--id', 'worse');
    const { exitCode, stdout } = await assay('compare', 'a', 'b');
    expect(stdout).toContain('INCONCLUSIVE  no case has a score in both runs');
    expect(exitCode).toBe(4);
    expect(await compare('a', 'b')).toMatchObject({
      exitCode: 4,
      json: { outcome: 'inconclusive', total: { compared: 0, change: null } },
    });
  });

  test('a run without rows: inconclusive, exit 4', async () => {
    const { workspace, compare } = await project();
    await workspace.write({ 'empty/run.json': '{}' });
    expect(await compare('empty', 'two')).toMatchObject({
      exitCode: 4,
      json: { a: { run_id: null }, total: { only_in_b: { count: 3 } } },
    });
    expect((await compare('two', 'empty', '--target-b', 'x')).exitCode).toBe(4);
  });

  test('a run that does not exist: exit 2, with what a run can be named by', async () => {
    const { assay } = await project();
    const missing = await assay('compare', 'one', 'tow');
    expect(missing.stderr).toContain('there is no run "tow"\n  fix: name a run folder, a run id or "latest"');
    expect(missing).toMatchObject({ exitCode: 2, stdout: '' });
    expect((await assay('compare', 'latest', 'two')).stderr).toContain('this project has no run yet');
    expect((await assay('compare', 'one')).exitCode).toBe(2);
  });

  test('a last line that was cut short is left out, and said', async () => {
    const { workspace, assay, compare } = await project();
    const results = await workspace.read('two/results.jsonl');
    await appendFile(join(workspace.folder, 'two/results.jsonl'), results.slice(0, 200));
    const { exitCode, stderr } = await assay('compare', 'one', 'two');
    expect(stderr).toContain('two/results.jsonl:4: note: this line was cut short and is left out');
    expect(exitCode).toBe(0);
    expect((await compare('one', 'two')).json).toMatchObject({ total: { compared: 3 } });
  });

  test('a damaged line is an error with its place', async () => {
    const { workspace, assay } = await project();
    const [first = '', ...others] = (await workspace.read('two/results.jsonl')).split('\n');
    await workspace.write({ 'two/results.jsonl': [first, '{"half": ', ...others].join('\n') });
    const { exitCode, stderr, stdout } = await assay('compare', 'one', 'two');
    expect(stderr).toMatch(/two\/results\.jsonl:2:1: .*not a JSON object/u);
    expect([exitCode, stdout]).toEqual([3, '']);
  });
});
