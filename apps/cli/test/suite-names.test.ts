import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace } from './support/workspace.js';

const TARGETS = 'targets:\n  - {name: bot, provider: mock, reply: sky}\n';

/** A file with the case `c`, which passes when the reply says the word. */
const saying = (word: string): string =>
  `evalcases:\n  - {id: c, expected_outcome: x, input: Say it, evaluators: [{type: contains, value: ${word}}]}\n`;

/** Two files of one name, of which the second one fails. */
async function project(files: Readonly<Record<string, string>> = {}) {
  const workspace = await createWorkspace({
    '.assay/targets.yaml': TARGETS,
    'a/words.yaml': saying('sky'),
    'b/words.yaml': saying('sea'),
    ...files,
  });
  const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
  return {
    ...workspace,
    assay,
    async run(out: string, ...args: string[]) {
      const done = await assay('run', ...args, '--target', 'bot', '--out', out);
      return { ...done, rows: await workspace.rows(out) };
    },
    async json(...args: string[]) {
      const { exitCode, stdout } = await assay(...args, '--json');
      return { exitCode, json: JSON.parse(stdout) as unknown };
    },
  };
}

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

  test('compare pairs them by path; a file that was moved is still compared', async () => {
    const { run, json, write, remove } = await project();
    await run('both', 'a/words.yaml', 'b/words.yaml');
    await write({ 'a/words.yaml': saying('sea'), 'b/words.yaml': saying('sky') });
    await run('swapped', 'a/words.yaml', 'b/words.yaml');
    expect((await json('compare', 'both', 'swapped')).json).toMatchObject({
      total: { compared: 2, wins: 1, losses: 1 },
      groups: [
        { suite: 'words', suite_path: 'a/words.yaml', losses: 1 },
        { suite: 'words', suite_path: 'b/words.yaml', wins: 1 },
      ],
    });
    await run('one', 'b/words.yaml');
    await remove('b');
    await write({ 'moved/words.yaml': saying('sea') });
    const { rows } = await run('moved-run', 'moved/words.yaml');
    expect(rows[0]?.suitePath).toBe('moved/words.yaml');
    expect((await json('compare', 'one', 'moved-run')).json).toMatchObject({
      total: { compared: 1, losses: 1, only_in_a: { count: 0 }, only_in_b: { count: 0 } },
      groups: [{ suite: 'words', suite_path: 'moved/words.yaml' }],
    });
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

  test('one that was saved alone stays where it is, and the other one gets a file of its own', async () => {
    const { assay, run, json } = await project();
    await run('one', 'a/words.yaml');
    expect((await json('baseline', 'save', 'one')).json).toMatchObject({ baselines: [{ file: 'baselines/words/bot.json' }] });
    await run('other', 'b/words.yaml');
    expect((await json('baseline', 'check', 'other')).json).toMatchObject({ outcome: 'no-baseline', no_baseline: [{ file: 'baselines/b_words.yaml/bot.json' }] });
    await run('both', 'a/words.yaml', 'b/words.yaml');
    expect((await json('baseline', 'save', 'both')).json).toMatchObject({
      baselines: [
        { file: 'baselines/words/bot.json', outcome: 'unchanged' },
        { file: 'baselines/b_words.yaml/bot.json', outcome: 'created' },
      ],
    });
    expect((await assay('baseline', 'check', 'both')).exitCode).toBe(0);
  });

  test('that do not know their path are still found, and those of a suite that was moved', async () => {
    const { assay, run, json, read, write, remove } = await project();
    await run('one', 'a/words.yaml');
    await assay('baseline', 'save', 'one');
    const { suite_path: _, ...old } = JSON.parse(await read('baselines/words/bot.json')) as Record<string, unknown>;
    await write({ 'baselines/words/bot.json': JSON.stringify(old) });
    expect((await json('baseline', 'check', 'one')).json).toMatchObject({ outcome: 'passed', groups: [{ file: 'baselines/words/bot.json' }] });
    await run('both', 'a/words.yaml', 'b/words.yaml');
    const { exitCode, stderr } = await assay('baseline', 'check', 'both');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('several suites of the run are named words, and this baseline does not say of which it is');
    expect(stderr).toContain('add "suite_path": "a/words.yaml" to it');

    await write({ 'baselines/words/bot.json': JSON.stringify({ ...old, suite_path: 'a/words.yaml' }) });
    await remove('a');
    await write({ 'new/words.yaml': saying('sky') });
    await run('moved', 'new/words.yaml');
    expect((await json('baseline', 'check', 'moved')).json).toMatchObject({ outcome: 'passed', groups: [{ suite_path: 'new/words.yaml' }] });
  });

  test('that were saved under the path as a name are still found', async () => {
    const { assay, run, json, read, write, remove } = await project();
    await run('both', 'a/words.yaml', 'b/words.yaml');
    await assay('baseline', 'save', 'both');
    for (const letter of ['a', 'b']) {
      const { suite_path: _, ...saved } = JSON.parse(await read(`baselines/${letter}_words.yaml/bot.json`)) as Record<string, unknown>;
      await write({ [`baselines/${letter}_words/bot.json`]: JSON.stringify({ ...saved, suite: `${letter}/words` }) });
      await remove(`baselines/${letter}_words.yaml`);
    }
    expect((await json('baseline', 'check', 'both')).json).toMatchObject({
      outcome: 'passed',
      groups: [{ file: 'baselines/a_words/bot.json' }, { file: 'baselines/b_words/bot.json' }],
    });
  });
});

test('a project that was moved as a whole keeps its keys, from wherever it is run', async () => {
  const { folder, run } = await project();
  const { rows } = await run('here', 'a/words.yaml');
  const elsewhere = await realpath(await mkdtemp(join(tmpdir(), 'assay-moved-')));
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }));
  await cp(folder, join(elsewhere, 'deep/er'), { recursive: true });
  for (const [cwd, file] of [['deep/er', 'a/words.yaml'], ['deep/er/a', 'words.yaml'], ['.', 'deep/er/a/words.yaml']] as const) {
    const out = join(elsewhere, `out-${cwd.length}`);
    await runAssay(['run', file, '--target', 'bot', '--out', out], { cwd: join(elsewhere, cwd) });
    const { stdout } = await runAssay(['compare', join(folder, 'here'), out, '--json'], { cwd: elsewhere });
    expect(JSON.parse(stdout)).toMatchObject({ total: { compared: 1, ties: 1 } });
    const [row] = await rowsOf(out);
    expect([row?.suite, row?.suite_path, row?.trial_key]).toEqual(['words', 'a/words.yaml', rows[0]?.trialKey]);
  }
});

async function rowsOf(folder: string): Promise<readonly { suite: string; suite_path: string; trial_key: string }[]> {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(join(folder, 'results.jsonl'), 'utf8');
  return text.trim().split('\n').map((line) => JSON.parse(line) as { suite: string; suite_path: string; trial_key: string });
}

test('files of two projects with one name and path are told apart by their folders', async () => {
  const { run } = await project({ 'one/.assay/config.yaml': '{}', 'one/evals/x.yaml': saying('sky'), 'two/.assay/config.yaml': '{}', 'two/evals/x.yaml': saying('sea') });
  const { rows } = await run('both', 'one/evals/x.yaml', 'two/evals/x.yaml');
  expect(rows.map(({ suite, suitePath, verdict }) => [suite, suitePath, verdict]).toSorted()).toEqual([
    ['x', 'one/evals/x.yaml', 'pass'],
    ['x', 'two/evals/x.yaml', 'fail'],
  ]);
});

describe('names follow the dialect', () => {
  const blueprint = 'prompts:\n  - id: p\n    messages: [{role: user, content: Say it}]\n    should: [{$contains: sky}]\n';
  const testCase = (name: string): string => `id: ${name}\ntask: Say it.\ninput: ${name}\nexpected: sky\nrubric: {label: {description: Right?, weight: 1, rule: exact_match}}\n`;

  test('a blueprint is called by its path below blueprints/, from wherever it is run', async () => {
    const { folder, run, rows } = await project({ 'blueprints/team/x.yml': blueprint, 'b/x.yml': blueprint });
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

  test('what is reached by a symbolic link has the names and keys of the file itself', async () => {
    const { folder, run, rows } = await project({ 'kept/blueprints/x.yml': blueprint, 'suites/v1/1.yaml': testCase('one'), 'v2.yaml': saying('sky') });
    for (const [target, link] of [['kept/blueprints', 'blueprints'], ['v1', 'suites/current'], ['a', 'link'], ['v2.yaml', 'latest.yaml']] as const) {
      await symlink(target, join(folder, link));
    }
    for (const [link, file] of [['blueprints/x.yml', 'kept/blueprints/x.yml'], ['suites/current', 'suites/v1'], ['link/words.yaml', 'a/words.yaml'], ['latest.yaml', 'v2.yaml']] as const) {
      const [byLink, itself, both] = [await run(`1/${link}`, link), await run(`2/${link}`, file), await run(`3/${link}`, link, file)];
      for (const each of [byLink, both]) {
        expect(each.rows.map(({ suite, suitePath, trialKey }) => [suite, suitePath, trialKey])).toEqual(
          itself.rows.map(({ suite, suitePath, trialKey }) => [suite, suitePath, trialKey]),
        );
      }
    }
    await runAssay(['run', 'words.yaml', '--target', 'bot', '--out', join(folder, 'inside')], { cwd: join(folder, 'link') });
    expect((await rows('inside')).map(({ trialKey }) => trialKey)).toEqual((await rows('2/link/words.yaml')).map(({ trialKey }) => trialKey));
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
