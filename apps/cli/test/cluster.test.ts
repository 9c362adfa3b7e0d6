import { redisPresence, startRedis, type RedisServer } from '@assay/schema/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startAssay, type Finished } from './support/assay.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

const { absent, note } = redisPresence();

const SECRET = 'a-secret-of-the-queue-41';

function suite(count: number): string {
  const cases = Array.from({ length: count }, (_, index) => `  - { id: c${index}, outcome: says it, input: 'case ${index} says it' }`);
  return `evaluators: [{ type: contains, value: says it }]\nevalcases:\n${cases.join('\n')}\n`;
}

let redis: RedisServer;
let queues = 0;

/** A queue that no other test knows. */
function newQueue(): string {
  return `${redis.url}?prefix=t${(queues += 1)}`;
}

interface Place extends Workspace {
  readonly queue: string;
}

function start({ folder: cwd, queue }: Pick<Place, 'folder' | 'queue'>, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return startAssay([...args, '--target', 'mock', '--queue', queue], { cwd, env: { ASSAY_QUEUE_SECRET: SECRET, ...env } });
}

/** Starts a worker, which drains when the test has finished. */
function startWorker(place: Pick<Place, 'folder' | 'queue'>, env?: Readonly<Record<string, string>>) {
  const worker = start(place, ['worker'], env);
  const drain = async (): Promise<Finished> => {
    worker.child.kill('SIGTERM');
    return worker.finished;
  };
  onTestFinished(async () => void (await drain()));
  return { ...worker, drain };
}

async function place(count: number): Promise<Place> {
  return { ...(await createWorkspace({ 'evals/says.yaml': suite(count) })), queue: newQueue() };
}

beforeAll(async () => {
  if (!absent) redis = await startRedis();
});
afterAll(() => redis?.close());

describe.skipIf(absent)(`a run by the workers of a queue${note}`, { timeout: 60_000 }, () => {
  test('has the rows, the output and the exit code of a run by this process', async () => {
    const project = await place(30);
    const worker = startWorker(project);
    const { exitCode, stdout, stderr } = await start(project, ['run', 'evals']).finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringMatching(/^Run [\w-]+: 30 trials, 1 suite, 1 target\n\s*$/u) as string });
    expect(stdout).toContain('PASSED  all 30 trials passed');
    const rows = await project.rows();
    const { runId } = await project.manifest();
    expect(rows.map(({ caseId, status, output, runId: of }) => [caseId, status, output?.text, of]).toSorted()).toEqual(
      Array.from({ length: 30 }, (_, index) => [`c${index}`, 'ok', `case ${index} says it`, runId]).toSorted(),
    );
    expect(await worker.drain()).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('30 rows') as string });
  });
});
