import { execFile } from 'node:child_process';

/** A plain environment: no loader flags, source conditions, settings of npm or colours of the process that runs the tests. */
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], SYSTEMROOT: process.env['SYSTEMROOT'], NO_COLOR: '1' };

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string | undefined, env?: NodeJS.ProcessEnv | undefined}} [options] `env` is added to a plain environment
 * @returns {Promise<{exitCode: number, stdout: string, output: string}>} `output`: stdout, then stderr
 */
export function runClean(command, args, options = {}) {
  return new Promise((done) => {
    execFile(command, args, { cwd: options.cwd, env: { ...env, ...options.env }, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const exitCode = typeof error?.code === 'number' ? error.code : error ? 1 : 0;
      done({ exitCode, stdout, output: stdout + stderr });
    }).stdin?.end();
  });
}

/** @param {string[]} args arguments for node @param {string} [cwd] */
export const runNode = (args, cwd) => runClean(process.execPath, args, { cwd });
