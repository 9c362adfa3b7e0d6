/**
 * Runs turbo tasks: cached, without telemetry, prompts or update notices. Says how far it is; a task's log is shown when it
 * fails.
 *
 *     node scripts/run-tasks.mjs build            every package's build
 *     node scripts/run-tasks.mjs test --force     run again although nothing changed
 */
import { execFile, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { isStarted } from './support/is-started.mjs';
import { plannedTasks, TaskProgress } from './tasks/task-progress.mjs';
import { TaskTurns } from './tasks/task-turns.mjs';
import { workspaceRoot } from './support/workspace.mjs';

const turbo = createRequire(import.meta.url).resolve('turbo/bin/turbo');
/** The order in which {@link TaskProgress} reads logs. */
const grouped = ['--output-logs=full', '--log-order=grouped', '--log-prefix=task', '--continue=dependencies-successful'];
/** More tasks at once than there are cores: many tests wait, for processes, servers and limits of time. */
const TASKS_PER_CORE = 1.5;
/** Turbo starts whatever can run; {@link TaskTurns} says which of that has its turn. */
const concurrency = '--concurrency=1000';
/** Holds the `pnpm` that turbo starts each task with. */
const taskRunner = join(workspaceRoot, 'scripts/tasks');
const TICK_MS = 500;

/** @param {NodeJS.ProcessEnv} env @returns {NodeJS.ProcessEnv} without what makes turbo print for a certain CI, or phone home */
function quietly(env) {
  return { ...env, GITHUB_ACTIONS: undefined, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
}

/** @param {readonly string[]} args @param {NodeJS.ProcessEnv} env @param {(text: string) => void} onText @returns {Promise<number>} turbo's exit code */
function runTurbo(args, env, onText) {
  return new Promise((done, fail) => {
    const PATH = `${taskRunner}${delimiter}${env['PATH']}`;
    const child = spawn(process.execPath, [turbo, 'run', ...args], { cwd: workspaceRoot, env: { ...env, PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onText);
    child.on('error', fail);
    child.on('close', (code) => done(code ?? 1));
  });
}

/**
 * @param {readonly string[]} args task names and turbo options
 * @returns {Promise<{exitCode: number, failed: readonly string[]}>} turbo's exit code, and the tasks that failed, as they were told
 */
export async function runTasks(args) {
  const env = quietly(process.env);
  const plan = await promisify(execFile)(process.execPath, [turbo, 'run', ...args, '--dry=json'], {
    cwd: workspaceRoot,
    env,
    maxBuffer: 2 ** 28,
  });
  const tasks = plannedTasks(plan.stdout);
  const progress = new TaskProgress(tasks, { say: (text) => process.stdout.write(text) });
  const turns = new TaskTurns(tasks, Math.ceil(TASKS_PER_CORE * availableParallelism()), (id) => progress.started(id));
  const ASSAY_TASK_TURNS = await turns.open();
  const timer = setInterval(() => progress.tick(), TICK_MS);
  let output = '';
  const exitCode = await runTurbo([...args, ...grouped, concurrency], { ...env, ASSAY_TASK_TURNS }, (text) => {
    output += text;
    progress.read(text);
  });
  clearInterval(timer);
  turns.close();
  if (exitCode !== 0 && progress.ended === 0) process.stderr.write(output);
  progress.end();
  return { exitCode, failed: progress.failed };
}

if (isStarted(import.meta.url)) ({ exitCode: process.exitCode } = await runTasks(process.argv.slice(2)));
