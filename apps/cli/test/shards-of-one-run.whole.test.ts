import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finished } from './support/commands/assay.js';
import { assay, dataset, project, runShards, shards, summaryOf } from './support/projects/shards-project.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('shards', () => {
  test('shards that were gone on with after a case had changed have the row of the new one alone', async () => {
    const workspace = await project();
    await runShards(workspace, 2);
    await workspace.write({ 'evals/a.jsonl': dataset(10).replace('number 3"', 'the number 3"') });
    for (const shard of shards(1, 2)) expect((await assay(workspace, 'run', '--resume', shard)).exitCode).toBe(0);
    const merged = await assay(workspace, 'merge', ...shards(1, 2), '--out', 'all', '--json');
    expect(summaryOf(merged)).toMatchObject({ complete: true, groups: [{ trials: 10 }] });
    const rows = await workspace.rows('all');
    expect(rows.filter(({ caseId }) => caseId === 'c3').map(({ output }) => output?.text)).toEqual(['the number 3']);
  });

  test('runs that are no shards of one run are refused by what differs', async () => {
    const workspace = await createWorkspace({
      'evals/a.jsonl': dataset(6),
      'other/b.jsonl': dataset(6),
      '.assay/targets.yaml': "targets:\n  - { name: bot, provider: mock, response: '${SAYS}' }\n",
    });
    const run = (out: string, args: readonly string[], SAYS = 'a number'): Promise<Finished> => runAssay(['run', ...args, '--target', 'bot', '--out', out], { cwd: workspace.folder, env: { SAYS } });
    await run('one', ['evals', '--shard', '1/2', '--concurrency', '3']);
    const [, two] = ['--shard', '2/2'];
    await run('pace', ['evals', '--shard', two, '--concurrency', '1', '--report', 'csv=x.csv']);
    await run('thirds', ['evals', '--shard', '2/3']);
    await run('options', ['evals', '--shard', two, '--repeat', '2']);
    await run('gate', ['evals', '--shard', two, '--threshold', '0.1']);
    await run('suites', ['other', '--shard', two]);
    await run('variable', ['evals', '--shard', two], 'other words');
    await run('whole', ['evals']);
    await workspace.write({ 'evals/a.jsonl': dataset(7) });
    await run('added', ['evals', '--shard', two]);
    const merge = (...args: readonly string[]): Promise<Finished> => assay(workspace, 'merge', 'one', ...args);
    for (const [other, what] of [
      ['thirds', 'one is of 2 shards, thirds of 3'],
      ['options', '--repeat is not given in one, and 2 in options'],
      ['gate', '--threshold is not given in one, and 0.1 in gate'],
      ['suites', 'one has the suite "a" (evals/a.jsonl), and suites has not'],
      ['variable', '"bot" stood for something else in one than in variable'],
      ['added', 'the files of suite "a" (evals/a.jsonl) are not the same in one and added'],
      ['whole', 'the run whole is no shard'],
    ] as const) {
      const { exitCode, stderr } = await merge(other);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(what)]);
    }
    expect((await merge('pace')).exitCode).toBe(1);
    const gated = await merge('gate', '--threshold', '0.2', '--json');
    expect([gated.exitCode, summaryOf(gated).threshold]).toEqual([0, 0.2]);
  });

  test.each([
    ['a text', 'doc.md'],
    ['a picture', 'doc.png'],
  ])('shards whose cases come with another file are refused with its name, though none has a case of the other: %s', async (_, file) => {
    const workspace = await project();
    await workspace.write({ 'evals/a.yaml': `input_files: [${file}]\n`, [`evals/${file}`]: 'as it was' });
    const shard = (index: number, out: string): Promise<Finished> => assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', `${index}/2`, '--out', out);
    expect([(await shard(1, 'one')).exitCode, (await shard(2, 'two')).exitCode]).toEqual([0, 0]);
    await workspace.write({ [`evals/${file}`]: 'as it is now' });
    expect((await shard(2, 'other')).exitCode).toBe(0);
    const refused = await assay(workspace, 'merge', 'one', 'other', '--out', 'mixed');
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining(`the file ${file} that cases of suite "a" (evals/a.jsonl) come with is not the same in one and other`)]);
    expect(existsSync(join(workspace.folder, 'mixed'))).toBe(false);
    expect(summaryOf(await assay(workspace, 'merge', 'one', 'two', '--json'))).toMatchObject({ complete: true, groups: [{ trials: 10 }] });
  });

  const CASES = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => `  - { id: c${index}, expected_outcome: says it, input: number }\n`).join('');
  const sells = (input: number): string => `prices: { 'mock:m': { input: ${input}, output: 1 } }\n`;

  test.each([
    ['a script', 'evals/check.mjs', ['console.log(\'{"score": 1}\')', 'console.log(\'{"score": 0}\')'], 'evals/check.mjs is not the same in one and other'],
    ['a template of workspaces', 'evals/sandbox/in/a.txt', ['a', 'b'], 'evals/sandbox/ is not the same in one and other'],
    ['a hook', 'evals/set-up.mjs', ['1', '2'], 'evals/set-up.mjs is not the same in one and other'],
    ['prices', '.assay/config.yaml', [sells(1), sells(2)], 'the prices of the settings are not the same in one and other'],
  ] as const)('shards that were made with another one of %s are refused by that', async (_, file, [before, after], what) => {
    const workspace = await createWorkspace({
      'evals/a.yaml': `workspace: { template: sandbox, hooks: { before_each: { command: [node, set-up.mjs] } } }\nevaluators: [{ type: code_judge, script: [node, check.mjs] }]\nevalcases:\n${CASES}`,
      'evals/check.mjs': 'console.log(\'{"score": 1}\')',
      'evals/set-up.mjs': '0',
      'evals/sandbox/in/a.txt': '0',
      '.assay/targets.yaml': 'targets: [{ name: bot, provider: mock }]\n',
      [file]: before,
    });
    const shard = async (index: number, out: string): Promise<Finished> => assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', `${index}/2`, '--out', out);
    expect([(await shard(1, 'one')).exitCode, (await shard(2, 'two')).exitCode]).toEqual([0, 0]);
    await workspace.write({ [file]: after });
    await shard(2, 'other');
    const refused = await assay(workspace, 'merge', 'one', 'other', '--out', 'mixed');
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining(what)]);
    const merged = await assay(workspace, 'merge', 'one', 'two', '--out', 'whole', '--json');
    expect(summaryOf(merged)).toMatchObject({ outcome: 'passed', complete: true });
    // What was merged knows it too.
    expect((await assay(workspace, 'merge', 'whole', 'other')).stderr).toContain(what.replace('one', 'whole'));
  });

  test.each([
    ['settings', { '.assay/config.yaml': 'defaults: { threshold: 0.7, repeat: 2 }\nverdicts: { pass: 1, borderline: 0.9 }\n' }],
    ['files', { 'evals/a.yaml': `threshold: 0.7\nrepeat: 2\nevalcases:\n${[0, 1, 2, 3].map((index) => `  - { id: c${index}, expected_outcome: says it, input: number, evaluators: [{ type: contains, value: ${index < 3 ? 'number' : 'nothing'} }] }\n`).join('')}` }],
  ])('what %s say of a run holds for its shards wherever they are merged, and shards that were told otherwise are none of it', async (from, files) => {
    const workspace = await project();
    if (from === 'files') await rm(join(workspace.folder, 'evals/a.jsonl'));
    await workspace.write(files);
    expect(await runShards(workspace, 2)).toEqual([0, 0]);
    expect((await workspace.manifest('shards/1')).options).toMatchObject({ threshold: 0.7, repeat: 2 });
    const elsewhere = await createWorkspace({});
    const merged = await runAssay(['merge', ...shards(1, 2).map((shard) => join(workspace.folder, shard)), '--json'], { cwd: elsewhere.folder });
    expect([merged.exitCode, summaryOf(merged)]).toMatchObject([0, { outcome: 'passed', complete: true }]);
    expect((await runAssay(['merge', ...shards(1, 2).map((shard) => join(workspace.folder, shard)), '--threshold', '0.9'], { cwd: elsewhere.folder })).exitCode).toBe(1);
    if (from === 'files') return;
    const merge = async (): Promise<string> => (await assay(workspace, 'merge', ...shards(1, 2))).stderr;
    const second = ['run', 'evals', '--target', 'bot', '--shard', '2/2', '--out', 'shards/2'];
    const again = async (settings: string): Promise<string> => {
      await rm(join(workspace.folder, 'shards/2'), { recursive: true });
      await workspace.write({ '.assay/config.yaml': settings });
      expect((await assay(workspace, ...second)).exitCode).toBe(0);
      return merge();
    };
    expect(await again('defaults: { threshold: 0.7, repeat: 2 }\n')).toContain('cases pass from 1 and are borderline from 0.9 in shards/1, and pass from 0.8 and are borderline from 0.6 in shards/2');
    expect(await again('defaults: { threshold: 0.7, repeat: 2 }\nverdicts: { pass: 1, borderline: 0.9 }\nrubric_required: false\n')).toContain('lines of rubrics that do not say so must hold in shards/1, and need not hold in shards/2');
    expect(await again('defaults: { repeat: 2 }\nverdicts: { pass: 1, borderline: 0.9 }\n')).toContain('--threshold is 0.7 in shards/1, and not given in shards/2');
  });

  test('a merged run that is gone on with may take what all shards together may', async () => {
    const workspace = await project(dataset(12), 'targets:\n  - { name: bot, provider: mock, response: a number of words }\n');
    const shard = (index: number): Promise<Finished> => assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', `${index}/3`, '--out', `shards/${index}`, '--concurrency', '1', '--max-tokens', '9000', '--max-cost', '0.1');
    expect([(await shard(1)).exitCode, (await shard(2)).exitCode]).toEqual([0, 0]);
    await assay(workspace, 'merge', ...shards(1, 2), '--out', 'part');
    expect((await workspace.manifest('part')).options).toMatchObject({ max_tokens: 27_000, max_cost: 0.3 });
    expect((await shard(3)).exitCode).toBe(0);
    await assay(workspace, 'merge', 'part', ...shards(3), '--out', 'all');
    expect((await workspace.manifest('all')).options).toMatchObject({ max_tokens: 27_000, max_cost: 0.3 });
    // Where one of them had no limit, all together had none.
    await rm(join(workspace.folder, 'shards/3'), { recursive: true });
    expect((await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', '3/3', '--out', 'shards/3', '--max-cost', '0.2')).exitCode).toBe(0);
    await assay(workspace, 'merge', ...shards(1, 2, 3), '--out', 'mixed');
    expect((await workspace.manifest('mixed')).options).toMatchObject({ max_cost: 0.6 });
    expect((await workspace.manifest('mixed')).options).not.toHaveProperty('max_tokens');
  });

  test('--limit and --id choose before the split, --repeat is split with the cases, and a failed run is named by its id', async () => {
    const workspace = await project();
    expect(await runShards(workspace, 2, '--limit', '7', '--repeat', '2', '--id', 'c*')).toEqual([0, 0]);
    const merged = await assay(workspace, 'merge', ...shards(1, 2), '--out', 'all');
    expect(merged.exitCode).toBe(1);
    const rows = await workspace.rows('all');
    expect(rows.map(({ caseId, repeat }) => `${caseId} ${repeat}`).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6].flatMap((index) => [`c${index} 1`, `c${index} 2`]));
    const latest = await assay(workspace, 'run', 'evals', '--target', 'bot', '--shard', '1/2', '--filter-failed', 'latest');
    expect([latest.exitCode, latest.stderr]).toEqual([2, expect.stringContaining('--filter-failed latest does not go with --shard')]);
    const failed = await Promise.all(['1/2', '2/2'].map((shard) => assay(workspace, 'plan', 'evals', '--target', 'bot', '--shard', shard, '--filter-failed', 'all')));
    expect(failed.map(({ stdout }) => stdout).join('')).toMatch(/^a {2}c4 {2}on bot {2}\S+\n$/u);
  });
});
