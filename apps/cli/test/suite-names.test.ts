import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BLUEPRINT, saying, testCase } from './support/projects/small-suites.js';
import { project } from './support/projects/suites-of-one-name.js';
import { runAssay } from './support/commands/warm-assay.js';

describe('two files of one name in one run', () => {
  test('keep their names; rows, groups and the table tell them apart by their paths', async () => {
    const { run, manifest, json } = await project();
    const { stdout, rows } = await run('both', 'a/words.yaml', 'b/words.yaml');
    expect(rows.map(({ suite, suitePath, verdict }) => [suite, suitePath, verdict]).toSorted()).toEqual([
      ['words', 'a/words.yaml', 'pass'],
      ['words', 'b/words.yaml', 'fail'],
    ]);
    expect(new Set(rows.map(({ trialKey }) => trialKey)).size).toBe(2);
    expect(stdout).toMatch(/^words \(a\/words\.yaml\) +bot +1 +1 +0 /mu);
    expect(stdout).toMatch(/^words \(b\/words\.yaml\) +bot +1 +0 +1 /mu);
    expect(stdout).toContain('✗ words (b/words.yaml) › c');
    const { suites } = await manifest('both');
    expect(suites.map(({ name, path }) => [name, path])).toEqual([['words', 'a/words.yaml'], ['words', 'b/words.yaml']]);
    expect(new Set(suites.map(({ sha256 }) => sha256)).size).toBe(2);
    const summary = await json('run', 'a/words.yaml', 'b/words.yaml', '--target', 'bot');
    expect(summary.json).toMatchObject({
      groups: [
        { suite: 'words', suite_path: 'a/words.yaml', passed: 1, failed: 0 },
        { suite: 'words', suite_path: 'b/words.yaml', passed: 0, failed: 1 },
      ],
      problems: [{ suite: 'words', suite_path: 'b/words.yaml' }],
    });
  });

  test('alone or together a file has the same name and keys, and alone no path is shown', async () => {
    const { run } = await project();
    const both = await run('both', 'a/words.yaml', 'b/words.yaml');
    for (const path of ['a/words.yaml', 'b/words.yaml']) {
      const alone = await run(path.slice(0, 1), path);
      const [row] = alone.rows;
      const same = both.rows.find(({ suitePath }) => suitePath === path);
      expect([row?.suite, row?.trialKey]).toEqual([same?.suite, same?.trialKey]);
      expect(alone.stdout).toMatch(/^words +bot /mu);
    }
  });

  test('their scripts start in their own folders, with their own judges and targets', async () => {
    const script = "process.stdin.resume().on('end', () => console.log(JSON.stringify({ score: 1, reasoning: require('node:path').basename(process.cwd()) })));";
    const judged = 'evalcases:\n  - {id: c, expected_outcome: x, input: Q, evaluators: [{type: code_judge, script: [node, check.cjs]}]}\n';
    const { run } = await project({ 'a/words.yaml': judged, 'b/words.yaml': judged, 'a/check.cjs': script, 'b/check.cjs': script });
    const { rows } = await run('both', 'a', 'b');
    expect(rows.map(({ suitePath, evaluators: [first] }) => [suitePath, first?.reasoning]).toSorted()).toEqual([
      ['a/words.yaml', 'a'],
      ['b/words.yaml', 'b'],
    ]);
  });

  test('streamed files too', async () => {
    const line = (word: string): string => `${JSON.stringify({ id: 'c', expected_outcome: 'x', input: 'Q', evaluators: [{ type: 'contains', value: word }] })}\n`;
    const { run, json } = await project({ 'a/lines.jsonl': line('sky'), 'b/lines.jsonl': line('sea') });
    const { rows } = await run('both', '**/lines.jsonl');
    expect(rows.map(({ suite, suitePath, verdict }) => [suite, suitePath, verdict]).toSorted()).toEqual([
      ['lines', 'a/lines.jsonl', 'pass'],
      ['lines', 'b/lines.jsonl', 'fail'],
    ]);
    const dry = await json('run', 'a/words.yaml', 'b/words.yaml', '--target', 'bot', '--dry-run');
    expect(dry.json).toMatchObject({ groups: [{ suite_path: 'a/words.yaml' }, { suite_path: 'b/words.yaml' }] });
  });

  test('--filter-failed runs the one that failed', async () => {
    const { run } = await project();
    await run('both', 'a/words.yaml', 'b/words.yaml');
    const { rows } = await run('again', 'a/words.yaml', 'b/words.yaml', '--filter-failed', 'both');
    expect(rows.map(({ suitePath }) => suitePath)).toEqual(['b/words.yaml']);
  });

  test('outputs name a suite by its path', async () => {
    const { assay, write, rows } = await project();
    const outputs = [
      { id: 'c', suite: 'a/words.yaml', text: 'the sky' },
      { id: 'c', suite: 'b/words.yaml', text: 'the sea' },
    ];
    await write({ 'out.jsonl': outputs.map((row) => JSON.stringify(row)).join('\n') });
    const { exitCode, stderr } = await assay('score', 'a/words.yaml', 'b/words.yaml', '--outputs', 'out.jsonl', '--out', 'scored');
    expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
    expect((await rows('scored')).map(({ output }) => output?.text).toSorted()).toEqual(['the sea', 'the sky']);
  });
});

describe('baselines of suites of one name', () => {
  test('are qualified by path, and each run is held against its own', async () => {
    const { assay, run, json, read } = await project();
    await run('both', 'a/words.yaml', 'b/words.yaml');
    expect((await json('baseline', 'save', 'both')).json).toMatchObject({
      baselines: [
        { suite: 'words', suite_path: 'a/words.yaml', file: 'baselines/a_words.yaml/bot.json', score: 1 },
        { suite: 'words', suite_path: 'b/words.yaml', file: 'baselines/b_words.yaml/bot.json', score: 0 },
      ],
    });
    expect(JSON.parse(await read('baselines/b_words.yaml/bot.json'))).toMatchObject({ suite: 'words', suite_path: 'b/words.yaml' });
    expect((await assay('baseline', 'check', 'both')).exitCode).toBe(0);
    await run('alone', 'b/words.yaml');
    expect((await json('baseline', 'check', 'alone')).json).toMatchObject({
      outcome: 'passed',
      groups: [{ suite_path: 'b/words.yaml', file: 'baselines/b_words.yaml/bot.json', change: { before: 0 } }],
    });
    expect((await assay('baseline', 'show')).stdout).toContain('words (b/words.yaml)');
    expect((await json('baseline', 'show', 'a/words.yaml')).json).toMatchObject({ baselines: [{ suite_path: 'a/words.yaml' }] });
  });
});

test('files of two projects with one name and path are told apart by their folders', async () => {
  const { run } = await project({ 'one/.assay/config.yaml': '{}', 'one/evals/x.yaml': saying('sky'), 'two/.assay/config.yaml': '{}', 'two/evals/x.yaml': saying('sea') });
  const { rows } = await run('both', 'one/evals/x.yaml', 'two/evals/x.yaml');
  expect(rows.map(({ suite, suitePath, verdict }) => [suite, suitePath, verdict]).toSorted()).toEqual([
    ['x', 'one/evals/x.yaml', 'pass'],
    ['x', 'two/evals/x.yaml', 'fail'],
  ]);
});

describe('names follow the dialect', () => {
  test('a blueprint is called by its path below blueprints/, from wherever it is run', async () => {
    const { folder, run, rows } = await project({ 'blueprints/team/x.yml': BLUEPRINT, 'b/x.yml': BLUEPRINT });
    expect((await run('root', 'blueprints/team/x.yml')).rows).toMatchObject([{ suite: 'team__x', suitePath: 'blueprints/team/x.yml' }]);
    await runAssay(['run', 'x.yml', '--target', 'bot', '--out', join(folder, 'inside')], { cwd: join(folder, 'blueprints/team') });
    const [outside, inside] = [await rows('root'), await rows('inside')];
    expect(inside.map(({ suite, trialKey }) => [suite, trialKey])).toEqual(outside.map(({ suite, trialKey }) => [suite, trialKey]));
  });

  test('a test case that lies in suites/ itself too', async () => {
    const { run } = await project({ 'suites/1.yaml': testCase('one'), 'suites/2.yaml': testCase('two') });
    const [alone, whole] = [await run('alone', 'suites/1.yaml'), await run('whole', 'suites')];
    expect(alone.rows.map(({ suite, suitePath }) => [suite, suitePath])).toEqual([['suites', 'suites']]);
    expect(whole.rows.map(({ trialKey }) => trialKey)).toContain(alone.rows[0]?.trialKey);
  });

  test('a test case is called by its folder below suites/, alone or with the others', async () => {
    const { assay, run, json } = await project({ 'suites/mood/1.yaml': testCase('one'), 'suites/mood/2.yaml': testCase('two') });
    const alone = await run('alone', 'suites/mood/1.yaml');
    const whole = await run('whole', 'suites/mood');
    expect(alone.rows.map(({ suite, suitePath }) => [suite, suitePath])).toEqual([['mood', 'suites/mood']]);
    expect(whole.rows).toHaveLength(2);
    expect(whole.rows.map(({ trialKey }) => trialKey)).toContain(alone.rows[0]?.trialKey);
    await assay('baseline', 'save', 'whole');
    expect((await json('baseline', 'save', 'alone')).json).toMatchObject({ baselines: [{ suite: 'mood', outcome: 'unchanged', kept: 1, removed: [] }] });
  });
});
