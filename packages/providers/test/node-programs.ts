import { readFile } from 'node:fs/promises';

export const NODE = process.execPath;

/** A program of Node.js code; `args` holds its arguments. */
export function node(code: string, ...args: readonly string[]): readonly string[] {
  return [NODE, '-e', `const args = process.argv.slice(1); ${code}`, ...args];
}

/** Whether a process ends soon. */
export async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    let stat = '';
    try {
      process.kill(pid, 0);
      stat = process.platform === 'linux' ? await readFile(`/proc/${pid}/stat`, 'utf8') : '';
    } catch {
      return true;
    }
    // Whoever adopted a grandchild has to collect it; a zombie runs no more.
    if (/\) Z /u.test(stat)) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
