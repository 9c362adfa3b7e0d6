import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { redisPresence, startRedis } from '../../packages/schema/dist/testing/index.js';
import { runProcess } from '../parts/run-process.mjs';
import { startServer } from '../servers/start-server.mjs';
import { ASSAY, createWorkspace } from '../data/workspace.mjs';

const CPU = fileURLToPath(new URL('../parts/report-cpu.mjs', import.meta.url));
const CASES = 2500;
const TARGET = ['--target', 'bench'];

/** Milliseconds that the processes computed which left their figures in a folder. */
function cpuOf(folder) {
  return readdirSync(folder).reduce((sum, file) => sum + Number(readFileSync(join(folder, file), 'utf8')), 0);
}

/**
 * Runs all cases, by so many workers of a queue or, without any, in one process that asks as many at once as a worker: what a
 * request costs depends on that.
 * @returns the time of the run and the time that all processes computed, in milliseconds.
 */
async function measure({ workers, redis, url }) {
  const workspace = createWorkspace({ cases: CASES, url });
  const cpu = mkdtempSync(join(tmpdir(), 'assay-bench-cpu-'));
  const env = { NODE_OPTIONS: `--import=${CPU}`, BENCH_CPU_FOLDER: cpu, ASSAY_QUEUE_SECRET: 'secret-of-the-benchmark' };
  const queue = workers === 0 ? [] : ['--queue', `${redis.url}?prefix=bench${workers}`];
  const started = Array.from({ length: workers }, () =>
    spawn(process.execPath, [ASSAY, 'worker', ...TARGET, ...queue, '--concurrency', '50'], { cwd: workspace.folder, env: { ...process.env, ...env }, stdio: 'ignore' }),
  );
  try {
    // They are there before the run is.
    if (workers > 0) await sleep(3000);
    const { ms } = await runProcess([ASSAY, 'run', 'bench.jsonl', ...TARGET, ...(workers === 0 ? ['--concurrency', '50'] : queue)], { cwd: workspace.folder, env });
    await Promise.all(started.map(async (worker) => {
      const ended = once(worker, 'exit');
      worker.kill('SIGTERM');
      await ended;
    }));
    return { ms, cpuMs: cpuOf(cpu) };
  } finally {
    for (const worker of started) worker.kill('SIGKILL');
    workspace.remove();
    rmSync(cpu, { recursive: true, force: true });
  }
}

export const benchmark = {
  name: 'cluster',
  async run() {
    const { absent, note } = redisPresence();
    if (absent) {
      process.stderr.write(`  not measured${note}\n`);
      return [];
    }
    const redis = await startRedis();
    const server = await startServer({ delayMs: 400, isLean: true });
    try {
      const alone = await measure({ workers: 0, redis, url: server.url });
      const one = await measure({ workers: 1, redis, url: server.url });
      const four = await measure({ workers: 4, redis, url: server.url });
      return [
        { what: `${CASES} trials, 400 ms each: four workers`, value: one.ms / four.ms, bound: 3.5, atLeast: true, unit: '× one worker' },
        { what: 'queue and collection', value: (one.cpuMs - alone.cpuMs) / CASES, bound: 1, unit: 'ms of computing a trial' },
      ];
    } finally {
      server.stop();
      await redis.close();
    }
  },
};
