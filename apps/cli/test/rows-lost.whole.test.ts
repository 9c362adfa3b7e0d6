import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { startAssay } from './support/commands/assay.js';
import { endedEarly } from './support/projects/ended-run.js';
import { dataset, MODEL, project, RUN, type Project } from './support/projects/resume-project.js';

const FOLDER = 'runs/one';
const results = ({ workspace: { folder } }: Pick<Project, 'workspace'>): string => join(folder, FOLDER, 'results.jsonl');

async function ended(): Promise<Project> {
  const made = await project(dataset('c0', 'c1', 'c2'));
  expect(await made.assay(...RUN, '--out', FOLDER)).toMatchObject({ exitCode: 0 });
  made.asked();
  return made;
}

/** A module for `--import` that ends its process, as a loss of power does, as soon as a file is put in its place. */
const dyingWith = (file: string): string => `
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const { rename } = promises;
promises.rename = async (from, to) => {
  await rename(from, to);
  if (to === ${JSON.stringify(file)}) process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
`;

describe('a run whose rows are gone', () => {
  test.each([
    ['removed', 'is not there', (file: string) => rm(file)],
    ['emptied', 'is empty', (file: string) => writeFile(file, '')],
    ['emptied but for blank lines', 'holds none', (file: string) => writeFile(file, '\n\r\n\n')],
    ['emptied but for a line that was cut short', 'holds none', (file: string) => writeFile(file, '\n{"schema_version":')],
  ] as const)('%s: nothing is asked a second time, unless somebody accepts that', async (_, why, lose) => {
    const made = await ended();
    const { assay, asked, workspace } = made;
    const manifest = await workspace.read(`${FOLDER}/run.json`);
    const kept = await readFile(results(made), 'utf8');
    await lose(results(made));
    for (const more of [[], ['--dry-run']]) {
      const refused = await assay('run', '--resume', FOLDER, ...more);
      expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
      expect(refused.stderr).toMatch(new RegExp(`has stored 3 rows in runs/one/results\\.jsonl, and that ${why}: .* again\n +fix: put the file back as it was; with --accept-changes the run goes on`, 'u'));
    }
    await expect(evaluate({ resume: FOLDER, cwd: workspace.folder })).rejects.toMatchObject({ hint: expect.stringContaining('with acceptChanges: true the run goes on') });
    for (const more of [[], ['--accept-changes']]) {
      const rescored = await assay('run', '--rescore', FOLDER, ...more);
      expect(rescored).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('there is no reply to score') });
    }
    expect(asked()).toEqual([]);
    expect(await workspace.read(`${FOLDER}/run.json`)).toBe(manifest);
    await writeFile(results(made), kept);
    expect(await assay('run', '--resume', FOLDER)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 kept, 0 asked') });
    await lose(results(made));
    expect(await assay('run', '--resume', FOLDER, '--accept-changes')).toMatchObject({ exitCode: 0 });
    expect(asked()).toEqual(['c0', 'c1', 'c2']);
    expect(await assay('run', '--resume', FOLDER)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 kept, 0 asked') });
  });

  test('removed from a run that was killed, which counts none yet', async () => {
    const { assay, asked, workspace, folder } = await endedEarly(8, 5, 'SIGKILL');
    const file = join(workspace.folder, await folder(), 'results.jsonl');
    expect(existsSync(file)).toBe(true);
    await rm(file);
    expect(await assay('run', '--resume')).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/stores its rows in \S+results\.jsonl, and that is not there/u) });
    expect(asked()).toEqual([]);
  });

  test('of which some are left says so, asks for the others, and is no baseline nor a whole side of a comparison', async () => {
    const made = await ended();
    const { assay, asked, workspace } = made;
    expect(await assay(...RUN, '--out', 'runs/other')).toMatchObject({ exitCode: 0 });
    asked();
    const lines = (await readFile(results(made), 'utf8')).split('\n');
    await writeFile(results(made), `${lines.slice(0, 2).join('\n')}\n`);
    const saved = await assay('baseline', 'save', FOLDER);
    expect(saved).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/1 row that the run runs\/one has stored is not in its results\.jsonl any more, and a baseline is of a whole run\n +fix: put the file back as it was, or have that trial asked again: assay run --resume runs\/one/u) });
    const pooled = await assay('baseline', 'save', 'runs/other', '--pool', FOLDER);
    expect(pooled).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('has lost some of its rows, and cannot be pooled') });
    expect(existsSync(join(workspace.folder, 'evals/baselines'))).toBe(false);
    const compared = await assay('compare', 'runs/other', FOLDER, '--margin', '0.9');
    expect(compared).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('runs/one/results.jsonl holds 2 of the 3 rows that the run has stored') });
    const foreseen = await assay('run', '--resume', FOLDER, '--dry-run');
    expect(foreseen).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Would go on with 1 trial') });
    expect(foreseen.stderr).toMatch(/warning: 1 of the 3 rows that the run has stored is not in runs\/one\/results\.jsonl any more: .* again\n +fix: where that is not meant, put the file back as it was before you go on/u);
    const resumed = await assay('run', '--resume', FOLDER);
    expect(resumed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 kept, 1 asked') });
    expect(resumed.stderr).toMatch(/warning: 1 of the 3 rows that the run has stored is not in runs\/one\/results\.jsonl any more: its trial is asked, and paid for, again/u);
    expect(asked()).toHaveLength(1);
    expect((await assay('run', '--resume', FOLDER)).stderr).not.toContain('any more');
  });

  test('of which some are left beside rows outside of the plan says so', async () => {
    const made = await ended();
    const { assay, asked, workspace } = made;
    await workspace.write({ 'evals/a.jsonl': dataset('c0', 'c1') });
    expect(await assay('run', '--resume', FOLDER)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 kept, 0 asked') });
    const lines = (await readFile(results(made), 'utf8')).split('\n').filter((line) => line !== '' && !line.includes('"case_id":"c1"'));
    expect(lines).toHaveLength(2);
    await writeFile(results(made), `${lines.join('\n')}\n`);
    for (const more of [['--dry-run'], []]) {
      const { exitCode, stderr } = await assay('run', '--resume', FOLDER, ...more);
      expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('1 of the 2 rows that the run has stored is not in runs/one/results.jsonl any more') });
    }
    expect(asked()).toEqual(['c1']);
  });

  test('of which some lie in the plan no more has lost none, whenever the process dies that goes on with it', async () => {
    const { assay, workspace } = await ended();
    const note = join(workspace.folder, FOLDER, 'outside.json');
    await workspace.write({ 'evals/a.jsonl': dataset('c0', 'c1'), 'dying.mjs': dyingWith(note) });
    const { finished } = startAssay(['run', '--resume', FOLDER], { cwd: workspace.folder, env: { ...MODEL, NODE_OPTIONS: '--import=./dying.mjs' } });
    expect(await finished).toMatchObject({ signal: 'SIGKILL' });
    expect(existsSync(note)).toBe(true);
    for (const more of [['--dry-run'], []]) {
      const { exitCode, stderr } = await assay('run', '--resume', FOLDER, ...more);
      expect({ exitCode, lost: stderr.includes('any more') }).toEqual({ exitCode: 0, lost: false });
    }
    expect(await workspace.read(`${FOLDER}/outside.json`)).toContain('trial_keys');
  });

  test.each(['--rescore', '--resume'])('of which those count too that a killed %s was to score again', async (way) => {
    const made = await ended();
    const { assay, asked, workspace } = made;
    // What replies are held against has changed: all of them are scored again.
    await workspace.write({ 'evals/a.jsonl': dataset(...['c0', 'c1', 'c2'].map((id) => ({ id, value: '4' }))), 'dying.mjs': dyingWith(join(workspace.folder, FOLDER, 'run.json')) });
    const { finished } = startAssay(['run', way, FOLDER], { cwd: workspace.folder, env: { ...MODEL, NODE_OPTIONS: '--import=./dying.mjs' } });
    expect(await finished).toMatchObject({ signal: 'SIGKILL' });
    expect(await workspace.read(`${FOLDER}/run.json`)).toContain('"status": "running"');
    const kept = await readFile(results(made), 'utf8');
    expect(kept.trimEnd().split('\n')).toHaveLength(3);
    await writeFile(results(made), '');
    expect(await assay('run', '--resume', FOLDER)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('has stored 3 rows in runs/one/results.jsonl, and that is empty') });
    await writeFile(results(made), kept.split('\n').filter((line) => !line.includes('"case_id":"c1"')).join('\n'));
    const resumed = await assay('run', '--resume', FOLDER);
    expect(resumed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('0 kept, 1 asked, 2 scored again'), stderr: expect.stringContaining('1 of the 3 rows that the run has stored is not in runs/one/results.jsonl any more') });
    expect(asked()).toEqual(['c1']);
    expect(await workspace.read(`${FOLDER}/run.json`)).toContain('"rows": 3');
  });

  test('of which none lie in the plan any more has lost none', async () => {
    const made = await ended();
    const { assay, workspace } = made;
    await workspace.write({ 'evals/a.jsonl': dataset('d0') });
    const resumed = await assay('run', '--resume', FOLDER);
    expect(resumed).toMatchObject({ exitCode: 0 });
    expect(resumed.stderr).not.toContain('any more');
    await workspace.write({ 'evals/a.jsonl': dataset('c0', 'd0') });
    expect((await assay('run', '--resume', FOLDER)).stderr).not.toContain('any more');
    expect(await assay('baseline', 'save', FOLDER)).toMatchObject({ exitCode: 0 });
  });
});

describe('a run that is looked at after some of its rows are gone', () => {
  const shows = [[], ['--brief'], ['--json'], ['--failed'], ['--by', 'tag'], ['--follow']] as const;

  test('says so, whichever form it is shown in; one that has all of them does not, also where rows stand twice', async () => {
    const made = await ended();
    const { assay } = made;
    expect(await assay('run', '--rescore', FOLDER)).toMatchObject({ exitCode: 0 });
    const kept = await readFile(results(made), 'utf8');
    await writeFile(results(made), `${kept}${kept.trimEnd().split('\n').at(-1)}\n`);
    for (const more of shows) expect((await assay('show', FOLDER, ...more)).stderr).not.toContain('that the run has stored');
    await writeFile(results(made), kept.split('\n').filter((line) => !line.includes('"case_id":"c1"')).join('\n'));
    for (const more of shows) {
      const shown = await assay('show', FOLDER, ...more);
      expect([more, shown.exitCode, shown.stderr]).toEqual([more, 0, expect.stringContaining(`note: ${FOLDER}/results.jsonl holds 2 of the 3 rows that the run has stored; the others are not shown\n`)]);
    }
    await writeFile(results(made), '');
    expect((await assay('show', FOLDER)).stderr).toContain('holds 0 of the 3 rows');
  });
});
