import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { redisPresence, startRedis } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runInChaos } from './support/projects/cluster-chaos.js';
import { queuePlaces, run, start, startWorker, suite } from './support/projects/queue-places.js';
import { createWorkspace } from './support/projects/workspace.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);

/** Of the run in chaos. */
const CHAOS = { trials: process.env['ASSAY_HOSTILE'] === 'full' ? 10_000 : 1_000, replyMs: 100 };
const TRIALS = CHAOS.trials;

/** Waits for something that happens soon, on a busy machine too. */
async function until(happened: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(20)) if (await happened()) return;
  throw new Error('it did not happen');
}

describe.skipIf(absent)(`a run by the workers of a queue${note}`, { timeout: 60_000 }, () => {
  test('has the rows, the output and the exit code of a run by this process', async () => {
    const project = await place(30);
    const worker = startWorker(project);
    const { exitCode, stdout, stderr } = await run(project, 'evals', '--target', 'mock');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(/^Run [\w-]+: 30 trials, 1 suite, 1 target\n(?:\d+\/30 .*\n)*\s*$/u) as string });
    expect(stdout).toContain('PASSED  all 30 trials passed');
    const rows = await project.rows();
    const { runId } = await project.manifest();
    expect(rows.map(({ caseId, status, output, runId: of }) => [caseId, status, output?.text, of]).toSorted()).toEqual(
      Array.from({ length: 30 }, (_, index) => [`c${index}`, 'ok', `case ${index} says it`, runId]).toSorted(),
    );
    expect(await worker.drain()).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('30 rows') as string });
  });

  test('says where cases stand from the folder that it was started in, wherever its workers are', async () => {
    const project = await place(3);
    const worker = startWorker(project);
    const { exitCode, stderr } = await run({ ...project, folder: join(project.folder, 'evals') }, 'says.yaml', '--target', 'mock', '--out', '../run');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect((await project.rows('run')).map(({ source }) => source).toSorted()).toEqual([3, 4, 5].map((line) => `says.yaml:${line}:5`));
    expect((await worker.drain()).exitCode).toBe(0);
  });

  test('a worker whose checkout differs refuses by name, and the others do the trials', async () => {
    const project = await place(20);
    const other = await createWorkspace({ 'evals/says.yaml': suite(20).replace('value: says it', 'value: says') });
    const worker = startWorker(project);
    // Then it is there: a run ends where all that are there refuse.
    expect((await run(project, 'evals', '--target', 'mock', '--limit', '1', '--out', 'first')).exitCode).toBe(0);
    startWorker({ folder: other.folder, queue: project.queue });
    const { exitCode, stderr } = await run(project, 'evals', '--target', 'mock');
    expect(exitCode).toBe(0);
    if (stderr.includes('refuses')) expect(stderr).toMatch(/refuses trials: not what the trial was planned with: suite evals\/says\.yaml, case "c\d+" \(line \d+\): its evaluators/u);
    expect(await project.rows()).toHaveLength(20);
    expect((await worker.drain()).exitCode).toBe(0);
  });

  test('a run that was killed is gone on with, and has each row once', async () => {
    const project = await place(300);
    startWorker(project);
    const first = start(project, ['run', 'evals', '--out', 'run']);
    await until(async () => (await project.read('run/results.jsonl').catch(() => '')).split('\n').length > 20);
    first.child.kill('SIGKILL');
    await first.finished;
    // Which would limit nobody: workers have their own.
    expect(await run(project, '--resume', 'run', '--requests-per-minute', '100')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--requests-per-minute cannot be said with --queue') as string });
    const { exitCode, stderr } = await run(project, '--resume', 'run');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const rows = await project.rows('run');
    expect(new Set(rows.map(({ trialKey }) => trialKey)).size).toBe(300);
    expect(rows).toHaveLength(300);
  });

  test('a run that was killed asks again what had failed, though its rows are still in the queue', async () => {
    const project = await place(40);
    // Every second reply comes, so that the worker does not give the target up.
    await project.write({
      '.assay/targets.yaml': 'targets: [{ name: mock, provider: cli, command: sh bot.sh, cwd: ., max_retries: 0 }]\n',
      'bot.sh': 'sleep 0.05; read -r prompt; if [ -e flag ]; then case "$prompt" in *[02468]" says it"*) exit 1;; esac; fi; echo "$prompt"\n',
      flag: '',
    });
    startWorker(project);
    const first = start(project, ['run', 'evals', '--out', 'run']);
    const isFailed = ({ status }: { readonly status: string }): boolean => status === 'error';
    await until(async () => (await project.rows('run').catch(() => [])).filter(isFailed).length >= 5);
    first.child.kill('SIGKILL');
    await first.finished;
    await rm(join(project.folder, 'flag'));
    const { exitCode, stdout, stderr } = await run(project, '--resume', 'run');
    expect({ exitCode, stdout, stderr }).toMatchObject({ exitCode: 0 });
    expect((await project.rows('run')).filter(({ verdict }) => verdict === 'pass').map(({ trialKey }) => trialKey)).toHaveLength(40);
  });
});

describe.skipIf(absent)(`workers that die${note}`, { timeout: 180_000 + 60 * TRIALS }, () => {
  test('in chaos each trial has one row: workers are killed every second, and the server once', async () => {
    const server = await startRedis();
    onTestFinished(() => server.close());
    const { finished, project, killed, begunBy } = await runInChaos({ redis: server, ...CHAOS, seed: 41, whenDone: onTestFinished });
    const rows = await project.rows('run');
    const lost = rows.filter(({ status }) => status !== 'ok');
    // Chance may have several workers killed while they do the same trial; that they only held it is not enough.
    expect(lost.filter(({ error }) => error?.code !== 'worker_died')).toEqual([]);
    expect(lost.length).toBeLessThanOrEqual(begunBy(3));
    expect({ exitCode: finished.exitCode, rows: rows.length, trials: new Set(rows.map(({ trialKey }) => trialKey)).size }, finished.stderr).toEqual({ exitCode: lost.length > 0 ? 3 : 0, rows: TRIALS, trials: TRIALS });
    expect(killed).toBeGreaterThan(2);
  });
});
