import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import type { Workspace } from '../projects/workspace.js';

/** Expects that processes have ended which wrote their numbers into files. */
export async function expectEnded(workspace: Workspace, ...files: readonly string[]): Promise<void> {
  for (const file of files) {
    const pid = (await workspace.read(file)).trim();
    expect(pid).toMatch(/^\d+$/u);
    const state = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout.trim();
    expect(state === '' || state.startsWith('Z')).toBe(true);
  }
}
