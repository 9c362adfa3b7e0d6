/**
 * Runs a script of the package in whose folder it is started, as `pnpm run <script> [arguments]` does. Under
 * scripts/run-tasks.mjs it first waits for its turn.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { constants, getPriority, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { readManifest, workspaceRoot } from '../support/workspace.mjs';
import { SHORT_LIVED_NODE } from './short-lived.mjs';

/**
 * Saves a task of what only pays in processes that go on for longer, in Node and in the compiler of types, which is written in Go: that
 * collects next to nothing until it ends, and need not look for it (30 s of computing for all packages, and 38, with the same memory).
 */
const SHORT_LIVED = { GOGC: 'off', GOMEMLIMIT: '3GiB', NODE_OPTIONS: SHORT_LIVED_NODE.map((argument) => JSON.stringify(argument)).join(' ') };
const folder = process.cwd();

/** @param {string} message @returns {never} */
function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/**
 * Resolves when the task may start. It has its turn until this process ends, which closes the connection.
 * @param {string} queue socket of scripts/tasks/task-turns.mjs
 * @param {string} id
 */
async function waitForTurn(queue, id) {
  const connection = connect(queue);
  connection.on('error', (error) => refuse(`Nobody gives turns to tasks any more: ${error.message}`));
  connection.on('end', () => refuse('Nobody gives turns to tasks any more'));
  connection.write(`${id}\n`);
  const [niceness] = await once(connection, 'data');
  // On top of that of whoever started all of it; what this process starts inherits it.
  setPriority(Math.min(getPriority() + Number(niceness), constants.priority.PRIORITY_LOW));
  connection.removeAllListeners('end').unref();
}

/** @param {string} command @param {readonly string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<number>} its exit code */
async function runScript(command, args, env) {
  const child = spawn('sh', ['-c', `${command} "$@"`, 'sh', ...args], { env, stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  const [code, signal] = /** @type {[number | null, NodeJS.Signals | null]} */ (await once(child, 'exit'));
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

const [verb, script = '', ...args] = process.argv.slice(2);
if (verb !== 'run') refuse(`only "run" is known here, not "${verb}"`);
const { name, scripts } = readManifest(join(folder, 'package.json'));
const command = scripts?.[script] ?? refuse(`${join(folder, 'package.json')} has no script "${script}"`);
// What a task starts is no task of this queue.
const { ASSAY_TASK_TURNS: queue, PATH, ...env } = process.env;
if (queue !== undefined) await waitForTurn(queue, `${folder === workspaceRoot ? '//' : name}#${script}`);
const programs = [folder, workspaceRoot].map((place) => join(place, 'node_modules/.bin'));
process.exitCode = await runScript(command, args, { ...env, ...SHORT_LIVED, npm_lifecycle_event: script, PATH: [...programs, PATH].join(delimiter) });
