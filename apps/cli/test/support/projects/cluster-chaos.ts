import { spawn, type ChildProcess } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisServer } from '@assay/schema/testing';
import { startAssay, type Finished } from '../commands/assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

export interface ChaosOptions {
  readonly redis: RedisServer;
  readonly trials: number;
  /** Decides which workers are killed. */
  readonly seed: number;
  /** Milliseconds that each reply takes. */
  readonly replyMs: number;
  /** What is to be done when the test has finished. */
  readonly whenDone: (end: () => Promise<void>) => void;
}

export interface Chaos {
  readonly finished: Finished;
  readonly project: Workspace;
  /** Workers that were killed. */
  readonly killed: number;
  /** Trials that so many workers have begun, or more. */
  begunBy(workers: number): number;
}

const SECRET = 'a-secret-of-the-chaos-41';
const WORKERS = 4;

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Bytes of the rows that are stored. */
async function storedIn(project: Workspace): Promise<number> {
  return stat(join(project.folder, 'run', 'results.jsonl')).then(
    ({ size }) => size,
    () => 0,
  );
}

/** Notes which workers say that they begin which trials that others died with, by their ids in the queue. @returns ends that. */
function noteBegins({ port }: RedisServer, begins: Map<string, Set<string>>): () => void {
  const listener = spawn('redis-cli', ['-p', String(port), 'psubscribe', '*'], { stdio: ['ignore', 'pipe', 'ignore'] });
  // Without it none has begun any, as far as is known.
  listener.on('error', () => undefined);
  createInterface(listener.stdout).on('line', (line) => {
    const [kind, worker = '', job = ''] = line.split(' ');
    if (kind === 'begin') begins.set(job, (begins.get(job) ?? new Set()).add(worker));
  });
  return () => void listener.kill();
}

/**
 * A run by four workers, of which one is killed every second and replaced; the server is killed and started again once. On a machine
 * that is so busy that new workers take longer to start than old ones live, the next is killed when something was done, and so is
 * the server: a run that cannot reach it when it starts ends at once.
 */
export async function runInChaos({ redis, trials, seed, replyMs, whenDone }: ChaosOptions): Promise<Chaos> {
  const lines = Array.from({ length: trials }, (_, index) => JSON.stringify({ id: `c${index}`, expected_outcome: 'says it', input: `case ${index}` }));
  const project = await createWorkspace(
    {
      'evals/a.jsonl': `${lines.join('\n')}\n`,
      'evals/a.yaml': 'evaluators: [{ type: contains, value: case }]\n',
      '.assay/targets.yaml': `targets: [{ name: bot, provider: mock, delay_ms: ${replyMs} }]\n`,
    },
    whenDone,
  );
  const queue = `${redis.url}?prefix=chaos${seed}`;
  const start = (...args: readonly string[]) => startAssay([...args, '--target', 'bot', '--queue', queue], { cwd: project.folder, env: { ASSAY_QUEUE_SECRET: SECRET } });
  const startWorker = (): ChildProcess => start('worker', '--concurrency', '10').child;
  const begins = new Map<string, Set<string>>();
  let stop = noteBegins(redis, begins);
  const workers = Array.from({ length: WORKERS }, startWorker);
  const run = start('run', 'evals/a.jsonl', '--out', 'run');
  const next = random(seed);
  let killed = 0;
  let before = -1;
  let restarted = false;
  for (let second = 1; (await Promise.race([sleep(1_000), run.finished])) === undefined; second += 1) {
    const stored = await storedIn(project);
    if (!restarted && second >= 4 && stored > 0) {
      restarted = true;
      await redis.kill();
      await redis.start();
      stop();
      stop = noteBegins(redis, begins);
    }
    if (stored === before) continue;
    before = stored;
    const victim = Math.floor(next() * WORKERS);
    workers[victim]?.kill('SIGKILL');
    workers[victim] = startWorker();
    killed += 1;
  }
  for (const worker of workers) worker.kill('SIGKILL');
  stop();
  return { finished: await run.finished, project, killed, begunBy: (least) => [...begins.values()].filter(({ size }) => size >= least).length };
}
