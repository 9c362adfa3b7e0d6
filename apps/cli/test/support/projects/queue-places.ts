import { startRedis, type RedisServer } from '@assay/schema/testing';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { startAssay, type Finished } from '../commands/assay.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

const SECRET = 'a-secret-of-the-queue-41';

/** Cases whose replies say it. */
export function suite(count: number): string {
  const cases = Array.from({ length: count }, (_, index) => `  - { id: c${index}, outcome: says it, input: 'case ${index} says it' }`);
  return `evaluators: [{ type: contains, value: says it }]\nevalcases:\n${cases.join('\n')}\n`;
}

/** A project, and the queue at which its runs and its workers meet. */
interface Place extends Workspace {
  readonly queue: string;
}

/** A command of the project at its queue, in a process of its own. */
export function start({ folder: cwd, queue }: Pick<Place, 'folder' | 'queue'>, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return startAssay([...args, '--target', 'mock', '--queue', queue], { cwd, env: { ASSAY_QUEUE_SECRET: SECRET, ...env } });
}

/** A run to its end, which needs no process of its own. */
export function run({ folder: cwd, queue }: Place, ...args: readonly string[]): Promise<Finished> {
  return runAssay(['run', ...args, '--queue', queue], { cwd, env: { ASSAY_QUEUE_SECRET: SECRET } });
}

/** Starts a worker, which drains when the test has finished. @param more Arguments. */
export function startWorker(place: Pick<Place, 'folder' | 'queue'>, env?: Readonly<Record<string, string>>, more: readonly string[] = []) {
  const worker = start(place, ['worker', ...more], env);
  const drain = async (): Promise<Finished> => {
    worker.child.kill('SIGTERM');
    return worker.finished;
  };
  onTestFinished(async () => void (await drain()));
  return { ...worker, drain };
}

/** Projects with queues of a Redis that is there for the tests of a file. To be called beside the hooks. */
export function queuePlaces(absent: boolean): { newQueue(): string; place(count: number): Promise<Place> } {
  let redis: RedisServer;
  let queues = 0;
  beforeAll(async () => {
    if (!absent) redis = await startRedis();
  });
  afterAll(() => redis?.close());

  /** A queue that no other test knows. */
  const newQueue = (): string => `${redis.url}?prefix=t${(queues += 1)}`;
  return { newQueue, place: async (count) => ({ ...(await createWorkspace({ 'evals/says.yaml': suite(count) })), queue: newQueue() }) };
}
