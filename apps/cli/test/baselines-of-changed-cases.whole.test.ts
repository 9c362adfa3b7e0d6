import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { caseOf, CASES, FILE, project, suiteOf } from './support/projects/baseline-project.js';

const git = promisify(execFile);

describe('assay baseline save', () => {
  test('one changed case is one line of a git diff; on another day the date is a second one', async () => {
    const { assay, run, reply, folder, write, read } = await project();
    const first = await run('--target', 'bot');
    await assay('baseline', 'save', first);
    await git('git', ['init', '--quiet'], { cwd: folder });
    await git('git', ['add', FILE], { cwd: folder });
    await reply('red blue green sky');
    const second = await run('--target', 'bot');
    const manifest = JSON.parse(await read(`${second}/run.json`)) as object;
    const { started_at: day } = JSON.parse(await read(`${first}/run.json`)) as { started_at: string };
    await write({ [`${second}/run.json`]: JSON.stringify({ ...manifest, started_at: day }) });
    expect((await assay('baseline', 'save', second)).stdout).toContain('+0.50  words › both  0.50 fail → 1.00 pass  words.yaml:2:5');
    const diff = async () => (await git('git', ['diff', '--numstat', FILE], { cwd: folder })).stdout;
    expect(await diff()).toBe(`1\t1\t${FILE}\n`);
    await write({ [`${second}/run.json`]: JSON.stringify({ ...manifest, started_at: '2031-01-01T00:00:00.000Z' }) });
    await git('git', ['checkout', '--quiet', FILE], { cwd: folder });
    await assay('baseline', 'save', second);
    expect(await diff()).toBe(`2\t2\t${FILE}\n`);
  });

  test('a run of chosen cases keeps the others; a whole run removes what is gone', async () => {
    const { assay, run, reply, read, write, json } = await project();
    await assay('baseline', 'save', await run('--target', 'bot'));
    await reply('nothing');
    const part = await json('save', await run('--target', 'bot', '--id', 'sky'));
    expect(part.json).toMatchObject({ baselines: [{ outcome: 'updated', kept: 2, worse: [{ case: 'sky' }], removed: [] }] });
    expect(JSON.parse(await read(FILE))).toMatchObject({ cases: { both: { score: 0.5 }, sky: { score: 0 } } });
    const failed = await json('save', await run('--target', 'bot', '--filter-failed', 'run-2'));
    expect(failed.json).toMatchObject({ baselines: [{ outcome: 'unchanged', kept: 2 }] });
    await write({ 'words.yaml': suiteOf(CASES.slice(0, 1)) });
    expect((await assay('baseline', 'save', await run('--target', 'bot'))).stdout).toContain('! 2 cases removed: words › red, words › sky');
    expect(Object.keys((JSON.parse(await read(FILE)) as { cases: object }).cases)).toEqual(['both']);
  });
});

describe('assay baseline check --gate cases', () => {
  test('added and removed cases are told and fail nothing; of chosen cases the others are not missed', async () => {
    const { assay, run, write, json } = await project();
    await assay('baseline', 'save', await run('--target', 'bot'));
    await write({ 'words.yaml': suiteOf([...CASES.slice(1), caseOf('fresh', ['nothing'])]) });
    const changed = await assay('baseline', 'check', '--gate', 'cases', await run('--target', 'bot'));
    expect(changed.stdout).toContain('! 1 new case, not in the baseline: words › fresh\n! 1 case of the baseline is not in this run: words › both\n');
    expect(changed.exitCode).toBe(0);
    const chosen = await assay('baseline', 'check', '--gate', 'cases', await run('--target', 'bot', '--id', 'sky'));
    expect(chosen.stdout).toContain('The run was of chosen cases: 2 cases of the baseline have no part in it.');
    expect(chosen.exitCode).toBe(0);
    expect((await json('check', '--gate', 'cases', await run('--target', 'bot', '--id', 'fresh'))).exitCode).toBe(4);
  });
});
