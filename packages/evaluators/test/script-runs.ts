import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import { runScript, type RunScriptOptions } from '../src/processes/run-script.js';
import { temporaryFolder } from './temporary-folder.js';

/** Runs a script of node's, given as text. */
export async function run(source: string, overrides: Partial<RunScriptOptions> = {}): Promise<string> {
  const cwd = overrides.cwd ?? (await temporaryFolder({ 'script.mjs': source }));
  const { stdout } = await runScript({
    argv: [process.execPath, 'script.mjs'],
    cwd,
    env: process.env,
    stdin: '{}',
    timeoutSeconds: 60,
    signal: new AbortController().signal,
    ...overrides,
  });
  return stdout;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Starts a grandchild that never ends, and notes both process ids. */
export const FAMILY = `
import { spawn } from 'node:child_process';
import { writeFileSync, renameSync } from 'node:fs';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
writeFileSync('pids.tmp', process.pid + ' ' + child.pid);
renameSync('pids.tmp', 'pids');
setInterval(() => {}, 1000);
`;

export async function familyOf(folder: string): Promise<number[]> {
  const file = path.join(folder, 'pids');
  await vi.waitUntil(() => existsSync(file), { timeout: 20_000, interval: 20 });
  return readFileSync(file, 'utf8').split(' ').map(Number);
}
