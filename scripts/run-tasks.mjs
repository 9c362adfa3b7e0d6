/**
 * Runs turbo tasks: cached, without telemetry, prompts or update notices; a task's log is shown when it fails.
 *
 *     node scripts/run-tasks.mjs build            every package's build
 *     node scripts/run-tasks.mjs test --force     run again although nothing changed
 */
import { isStarted } from './is-started.mjs';
import { pnpm } from './pnpm.mjs';

const quietly = ['--output-logs=errors-only', '--log-order=grouped', '--continue=dependencies-successful', '--concurrency=100%'];

/**
 * @param {readonly string[]} args task names and turbo options
 * @returns {Promise<number>} turbo's exit code
 */
export async function runTasks(args) {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
  // Turbo starts each task with the pnpm on its PATH, which is there only below npx.
  const { exitCode } = await pnpm(['exec', 'turbo', 'run', ...args, ...quietly], { env, quiet: true });
  return exitCode;
}

if (isStarted(import.meta.url)) process.exitCode = await runTasks(process.argv.slice(2));
