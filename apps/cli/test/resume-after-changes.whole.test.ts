import { cp, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAssay, type Finished } from './support/commands/assay.js';
import { endedEarly, killed } from './support/projects/ended-run.js';
import { dataset, ids, MODEL, project, RUN, untilRows } from './support/projects/resume-project.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('a run that ended early', () => {
  test('is gone on with though a newer one cannot be read, which is said', async () => {
    const { assay, workspace, ended } = await endedEarly(4, 2, 'SIGINT');
    const [id = ''] = /assay run --resume (\S+)/u.exec(ended.stderr)?.slice(1) ?? [];
    const damaged = '2999-01-01T00-00-00-0000';
    await workspace.write({ [`.assay/runs/${damaged}/run.json`]: '{"status": ' });
    const { exitCode, stdout, stderr } = await assay('run', '--resume');
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('2 kept, 2 asked')]);
    expect(stdout).toContain(id);
    expect(stderr).toContain(`warning: the newer run ${damaged} is passed over, since it cannot be read: `);
    const none = await assay('run', '--resume');
    expect([none.exitCode, none.stderr]).toEqual([2, expect.stringContaining(`there is no run that did not finish and can be read; of run ${damaged} that is not known`)]);
  });

  test('goes on from another folder, and after its project was moved', async () => {
    const { asked, workspace, folder } = await endedEarly(4, 2, 'SIGKILL');
    const place = await realpath(await mkdtemp(join(tmpdir(), 'assay moved ')));
    onTestFinished(() => rm(place, { recursive: true, force: true }));
    const moved = join(place, "it's here");
    const run = await folder();
    await rename(workspace.folder, moved);
    const { exitCode, stdout } = await runAssay(['run', '--resume', join(moved, run)], { cwd: place, env: MODEL });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(join("it's here", run));
    expect(asked()).toEqual(['c2', 'c3']);
  });

  test('says where its files would be, when its folder alone was taken elsewhere', async () => {
    const { asked, workspace, folder } = await endedEarly(4, 2, 'SIGKILL');
    const place = await realpath(await mkdtemp(join(tmpdir(), 'assay-alone-')));
    onTestFinished(() => rm(place, { recursive: true, force: true }));
    const alone = join(place, 'a/b/c/run');
    await cp(join(workspace.folder, await folder()), alone, { recursive: true });
    const { exitCode, stderr } = await runAssay(['run', '--resume', alone], { cwd: workspace.folder, env: MODEL });
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/error: the run is of \S+ in .*assay-alone-.*, and that is not there\n +fix: a run is moved together with its project/u) });
    expect(asked()).toEqual([]);
  });

  test('says that its salt is another one, and not that everything has changed', async () => {
    const { assay, asked, workspace, folder } = await endedEarly(4, 2, 'SIGKILL');
    const file = `${await folder()}/run.json`;
    const before = await workspace.read(file);
    const { identity } = JSON.parse(before) as { readonly identity: { readonly salt: string } };
    const refused = async (manifest: string): Promise<readonly unknown[]> => {
      await workspace.write({ [file]: manifest });
      const { exitCode, stderr } = await assay('run', '--resume');
      return [exitCode, stderr, asked().length];
    };
    expect(await refused(before.replace(identity.salt, 'ffffffffffffffffffffffffffffffff'))).toEqual([2, expect.stringContaining('identity.salt in the run.json of the run is not the one that it began with'), 0]);
    expect(await refused(before.replace(/"salt": "[0-9a-f]+",/u, ''))).toEqual([2, expect.stringContaining('salt'), 0]);
    expect(await refused(before)).toEqual([0, expect.not.stringContaining('salt'), 2]);
  });

  test('is refused by whoever would take it for a whole one', async () => {
    const { assay, folder } = await endedEarly(4, 2, 'SIGKILL');
    const saved = await assay('baseline', 'save');
    expect(saved.exitCode).toBe(2);
    expect(saved.stderr).toMatch(/assay run --resume \S+/u);
    const compared = await assay('compare', await folder(), 'latest');
    expect(compared.stdout).toContain('unfinished');
    const listed = await assay('list', 'runs');
    expect(listed.stdout).toMatch(/killed/u);
    expect((await assay('run', '--rescore', 'latest')).stderr).toMatch(/did not finish[^]*assay run --resume/u);
  });

  test('is said to have a part of the cases alone, where a run is held against it', async () => {
    const { assay, folder } = await endedEarly(4, 2, 'SIGKILL');
    const part = await folder();
    const held = await assay(...RUN, '--out', 'whole', '--against', part, '--margin', '0.9');
    const note = `${part} did not finish, and lacks 2 cases: 2 cases were compared`;
    expect(held.stdout.replaceAll(/\s+/gu, ' ')).toContain(`against ${part}: ${note}`);
    expect((await assay('compare', part, 'whole')).stdout.replaceAll(/\s+/gu, ' ')).toContain(note);
    expect((await assay('compare', 'whole', 'whole')).stdout).not.toContain('did not finish');
  });
});

describe('what changed meanwhile', () => {
  test('a picture that a case comes with is a part of what is asked, once', async () => {
    const { assay, asked, workspace } = await project(dataset('c0', 'c1'));
    const withPicture = { id: 'c2', expected_outcome: 'says 42', input: [{ role: 'user', content: [{ type: 'file', value: 'plan.png' }, { type: 'text', value: 'question c2 ?' }] }], evaluators: [{ type: 'contains', value: '42' }] };
    await workspace.write({ 'evals/a.jsonl': `${dataset('c0', 'c1')}${JSON.stringify(withPicture)}\n`, 'evals/plan.png': 'the first plan' });
    expect((await assay(...RUN)).exitCode).toBe(0);
    expect(asked().toSorted()).toEqual(['c0', 'c1', 'c2']);
    await workspace.write({ 'evals/plan.png': 'another plan' });
    const left = JSON.parse((await assay('run', '--resume', 'latest', '--dry-run', '--json')).stdout) as object;
    expect(left).toMatchObject({ groups: [{ trials: 1 }], rescored: 0 });
    // Whoever scores it again has the reply to the first one still.
    expect(await assay('run', '--rescore', 'latest')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 scored again') as string });
    expect(asked()).toEqual([]);
    expect(await assay('run', '--resume', 'latest')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 kept, 1 asked, 0 scored again') as string });
    expect(asked()).toEqual(['c2']);
    expect(await assay('run', '--resume', 'latest')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 kept, 0 asked, 0 scored again') as string });
    expect(asked()).toEqual([]);
  });

  test('rows of cases that are gone count for nobody who reads the run, until they are back', async () => {
    const answer = (id: string): string => (id === 'c3' ? 'no idea' : 'it is 42');
    const { assay, workspace, folder } = await project(dataset(...ids(4)), answer);
    expect((await assay(...RUN)).exitCode).toBe(1);
    const compared = async (): Promise<unknown> => JSON.parse((await assay('compare', 'latest', 'latest', '--json')).stdout);
    await workspace.write({ 'evals/a.jsonl': dataset('c0', 'c1', { id: 'c2', input: 'question c2 asked otherwise' }) });
    expect((await assay('run', '--resume', 'latest')).exitCode).toBe(0);
    expect(await compared()).toMatchObject({ total: { compared: 3 } });
    expect((await assay('show', '--follow', '--json')).stdout.trim().split('\n')).toHaveLength(3);
    expect((await assay('baseline', 'save')).stdout).toContain('3 cases  score 1.00');
    expect(await assay('run', 'evals/a.jsonl', '--target', 'bot', '--filter-failed', 'latest')).toMatchObject({ exitCode: 2 });
    await workspace.write({ 'evals/a.jsonl': dataset(...ids(4)) });
    expect((await assay('run', '--resume', 'latest')).exitCode).toBe(1);
    expect(await compared()).toMatchObject({ total: { compared: 4 } });
    expect(JSON.parse(await readFile(join(workspace.folder, await folder(), 'outside.json'), 'utf8'))).toMatchObject({ trial_keys: [expect.any(String)] });
  });

  test('another target in the place of the one that it began with is refused, unless it is accepted', async () => {
    let hangs = true;
    const { assay, asked, workspace, server } = await project(dataset(...ids(4)), (id) => (hangs && id > 'c1' ? { hang: true } : 'it is 42'));
    const target = (name: string): string => `{name: ${name}, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa}`;
    await writeFile(join(workspace.folder, '.assay/targets.yaml'), `targets: [${target('bot')}, ${target('other')}]\n`);
    const settings = join(workspace.folder, '.assay/config.yaml');
    await writeFile(settings, 'defaults: {target: bot}\n');
    const { child, finished } = startAssay(['run', 'evals'], { cwd: workspace.folder });
    await untilRows(workspace, 2);
    await killed(child, finished, 'SIGKILL');
    hangs = false;
    asked();
    await writeFile(settings, 'defaults: {target: other}\n');
    const refused = await assay('run', '--resume');
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the run began with target "bot", and would go on with "other"') as string });
    expect(refused.stderr).toContain('--accept-changes');
    expect(await assay('run', '--resume', '--dry-run')).toMatchObject({ exitCode: 2, stderr: refused.stderr });
    expect(asked()).toEqual([]);
    await writeFile(settings, 'defaults: {target: bot}\n');
    expect(await assay('run', '--resume')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('2 kept, 2 asked') as string });
    expect(asked()).toEqual(['c2', 'c3']);
    await writeFile(settings, 'defaults: {target: other}\n');
    const rescored = await assay('run', '--rescore');
    expect(rescored).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the run began with target "bot", and would go on with "other"') as string });
    expect((await assay('show', '--json')).stdout.trim().split('\n')).toHaveLength(4);
    expect(await assay('run', '--rescore', '--accept-changes')).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('4 stored rows of no trial') as string });
    expect(asked()).toEqual([]);
  });

  test('a finished run is not scored again where no reply of it counts any more, and stays as it is', async () => {
    const { assay, asked, workspace } = await project(dataset(...ids(3)));
    expect((await assay(...RUN, '--out', 'runs/one')).exitCode).toBe(0);
    asked();
    const before = await workspace.read('runs/one/run.json');
    const targets = await workspace.read('.assay/targets.yaml');
    await workspace.write({ '.assay/targets.yaml': targets.replaceAll('provider: openai', 'provider: openai, temperature: 0.5') });
    const { exitCode, stderr } = await assay('run', '--rescore', 'runs/one');
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/error: none of the 3 stored replies of runs[/\\]one belongs to a trial that is planned now.*\n +fix: put back what was changed; .* --resume runs[/\\]one\n/u) as string });
    expect(await assay('run', '--rescore', 'runs/one', '--dry-run')).toMatchObject({ exitCode: 2, stdout: '', stderr: stderr.slice(stderr.indexOf('error: ')) });
    expect(await workspace.read('runs/one/run.json')).toBe(before);
    await workspace.write({ '.assay/targets.yaml': targets });
    expect(await assay('run', '--rescore', 'runs/one')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 scored again') as string });
    expect(asked()).toEqual([]);
  });

  test('a run of what failed in another one says where that one would be, when it is gone', async () => {
    const { assay, asked, workspace } = await project(dataset(...ids(3)), (id) => (id === 'c0' ? 'it is 42' : 'no idea'));
    expect((await assay(...RUN, '--out', 'runs/first')).exitCode).toBe(1);
    expect((await assay(...RUN, '--filter-failed', 'runs/first', '--out', 'runs/second')).exitCode).toBe(1);
    asked();
    await rename(join(workspace.folder, 'runs/first'), join(workspace.folder, 'runs/third'));
    const { exitCode, stderr } = await assay('run', '--resume', 'runs/second');
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/error: the run is of what failed in runs[/\\]first, and that run is not there\n +fix: put it back where it was/u) as string });
    await rename(join(workspace.folder, 'runs/third'), join(workspace.folder, 'runs/first'));
    expect(await assay('run', '--resume', 'runs/second')).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('2 kept, 0 asked') as string });
    expect(asked()).toEqual([]);
  });

  test.each([
    [['--threshold', '0.5'], '--threshold'],
    [['--target', 'other'], '--target'],
    [['--id', 'c0', '--strict'], '--id, --strict'],
  ])('what would make another run of it is refused: %j', async (args, names) => {
    const { assay, asked } = await endedEarly(3, 1, 'SIGKILL');
    const { exitCode, stderr } = await assay('run', '--resume', 'latest', ...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${names} cannot be said with --resume`);
    expect(stderr).toMatch(/with --resume may be said: (?:--[a-z-]+, )+--[a-z-]+\n/u);
    expect(stderr).toContain('--concurrency');
    expect(asked()).toEqual([]);
  });

  test('another model behind the same target is refused by its name, unless it is accepted', async () => {
    const { asked, workspace, assay } = await endedEarly(4, 2, 'SIGKILL');
    const other = { cwd: workspace.folder, env: { MODEL: 'another' } };
    const refused = await runAssay(['run', '--resume'], other);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('target "bot" is not what it was when the run began');
    expect(refused.stderr).toContain('--accept-changes');
    expect(asked()).toEqual([]);
    expect((await assay('list', 'runs')).stdout).toMatch(/killed/u);
    expect((await runAssay(['run', '--resume', '--accept-changes'], other)).exitCode).toBe(0);
    expect(asked()).toEqual(['c2', 'c3']);
    const text = await readFile(join(workspace.folder, '.assay/runs', (await workspace.manifest()).runId, 'run.json'), 'utf8');
    expect(text).not.toContain('sk-aaaaaaaa');
  });
});

test('a damaged run.json is told, and no option of it is taken on trust', async () => {
  const { assay, workspace, folder } = await endedEarly(2, 1, 'SIGKILL');
  const file = join(workspace.folder, await folder(), 'run.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { options: object };
  await writeFile(file, JSON.stringify({ ...manifest, options: { ...manifest.options, max_retries: 'many' } }));
  const { exitCode, stderr } = await assay('run', '--resume', 'latest');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('options.max_retries must be a whole number >= 0');
});

test('what another version of Assay has written is said to be that, also by --resume without a name', async () => {
  const { assay, workspace, folder } = await endedEarly(2, 1, 'SIGKILL');
  const run = join(workspace.folder, await folder());
  for (const file of ['results.jsonl', 'run.json']) {
    const text = await readFile(join(run, file), 'utf8');
    await writeFile(join(run, file), text.replace(/"schema_version": ?1/u, '"schema_version":2'));
    const { exitCode, stderr } = await assay('run', '--resume');
    expect(exitCode).toBe(file === 'run.json' ? 2 : 3);
    expect(stderr).toContain('schema_version: 2 is not the version that this Assay reads (1)');
    expect(stderr).toContain('fix: read it with a newer version of Assay');
    expect(stderr).not.toContain('remove that line');
  }
});

test('latest is never a run of another project, though those of untrusted ones lie together', async () => {
  const [theirs, ours] = [await createWorkspace({ '.git/HEAD': '', 'a.jsonl': dataset('c0') }), await createWorkspace({ '.git/HEAD': '', 'a.jsonl': dataset('c0') })];
  const assay = (cwd: string, ...args: readonly string[]): Promise<Finished> => runAssay(['run', ...args], { cwd, env: { HOME: theirs.folder } });
  expect(await assay(theirs.folder, 'a.jsonl', '--target', 'mock', '--untrusted')).toMatchObject({ exitCode: 1 });
  for (const way of ['--resume', '--rescore']) {
    const { exitCode, stderr } = await assay(ours.folder, way, 'latest');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('this project has no run yet')]);
  }
  const filtered = await assay(ours.folder, 'a.jsonl', '--target', 'mock', '--untrusted', '--filter-failed', 'latest');
  expect([filtered.exitCode, filtered.stderr]).toEqual([2, expect.stringContaining('this project has no run yet')]);
  expect(await assay(theirs.folder, '--resume', 'latest')).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('1 kept') as string });
});
