import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { workspaceRoot } from '../support/workspace.mjs';

/** @typedef {{exitCode: number | null, output: string}} Ended `exitCode` is null for one that was stopped */
/** @typedef {{child: import('node:child_process').ChildProcess, output: string, onNews: () => void}} Host `onNews` is told of all that it writes */

const program = join(workspaceRoot, 'apps/cli/test/support/commands/warm-host.mjs');

/** Runs the built command in processes that have run it before, which takes a tenth of the time. */
export class WarmCommand {
  /** @type {Host[]} */
  #idle = [];
  #commands = 0;

  /** @param {string} script the built command */
  constructor(script) {
    this.script = script;
  }

  /** Ends the processes. */
  close() {
    for (const { child } of this.#idle.splice(0)) child.disconnect();
  }

  /**
   * @param {readonly string[]} args
   * @param {{cwd: string, env: NodeJS.ProcessEnv, deadlineMs: number}} options `LANG` and `TZ` are those of the first command that a process runs
   * @returns {Promise<Ended>} what it wrote to both streams, in the order in which it did
   */
  run(args, { cwd, env, deadlineMs }) {
    const host = this.#idle.pop() ?? this.#start(env);
    const { child } = host;
    const end = `\0end of command ${(this.#commands += 1)}\0`;
    return new Promise((done, fail) => {
      /** @type {number | undefined} */
      let exitCode;
      const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs);
      /** @param {Ended} ended */
      const finish = (ended) => {
        clearTimeout(timer);
        child.removeAllListeners();
        Object.assign(host, { output: '', onNews: () => undefined });
        done(ended);
      };
      host.onNews = () => {
        // One for each stream.
        if (exitCode === undefined || !host.output.endsWith(end + end)) return;
        const output = host.output.slice(0, -2 * end.length);
        this.#idle.push(host);
        finish({ exitCode, output });
      };
      child.on('error', fail);
      child.on('close', (code) => finish({ exitCode: code, output: host.output }));
      child.on('message', (message) => {
        if (typeof message !== 'object' || message === null || !('exitCode' in message)) return;
        exitCode = Number(message.exitCode);
        host.onNews();
      });
      child.send({ args, cwd, env, end });
    });
  }

  /** @param {NodeJS.ProcessEnv} env @returns {Host} */
  #start(env) {
    // The shell merges both streams into one pipe, which keeps their order.
    const args = ['-c', 'exec "$0" "$@" 2>&1', process.execPath, program, this.script];
    const child = spawn('sh', args, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    /** @type {Host} */
    const host = { child, output: '', onNews: () => undefined };
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      host.output += text;
      host.onNews();
    });
    return host;
  }
}
