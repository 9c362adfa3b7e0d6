import { cp, mkdtemp, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BLUEPRINT, saying, testCase } from './support/projects/small-suites.js';
import { project } from './support/projects/suites-of-one-name.js';
import { runAssay } from './support/commands/warm-assay.js';

describe('two files of one name in one run', () => {
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
  const text = await readFile(join(folder, 'results.jsonl'), 'utf8');
  return text.trim().split('\n').map((line) => JSON.parse(line) as { suite: string; suite_path: string; trial_key: string });
}

describe('names follow the dialect', () => {
  test('what is reached by a symbolic link has the names and keys of the file itself', async () => {
    const { folder, run, rows } = await project({ 'kept/blueprints/x.yml': BLUEPRINT, 'suites/v1/1.yaml': testCase('one'), 'v2.yaml': saying('sky') });
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
});
