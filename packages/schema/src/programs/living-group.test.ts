import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasEndedInAllButName } from './living-group.js';
import { endGroup } from './process-group.js';

/** Starts a program in a group of its own, below a process that never looks after its children. */
async function neglected(program: string, ...args: readonly string[]): Promise<number> {
  const code = `
    const { spawn } = require('node:child_process');
    console.log(spawn(${JSON.stringify(program)}, ${JSON.stringify(args)}, { detached: true, stdio: 'ignore' }).pid);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  `;
  const parent = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const group = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
  onTestFinished(() => {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // It is gone.
    }
  });
  return group;
}

async function ended(group: number): Promise<boolean> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    if (await hasEndedInAllButName(group)) return true;
    await wait(10);
  }
  return false;
}

test.skipIf(process.platform !== 'linux')('processes that have ended, and stay in the table, are not waited for', async () => {
  const group = await neglected('true');
  expect(await ended(group)).toBe(true);
  const kill = vi.spyOn(process, 'kill');
  onTestFinished(() => kill.mockRestore());
  await endGroup(group);
  // It is still there in name, and no force was needed.
  expect(process.kill(-group, 0)).toBe(true);
  expect(kill.mock.calls).not.toContainEqual([-group, 'SIGKILL']);
});

test.skipIf(process.platform !== 'linux')('a process that goes on is there', async () => {
  expect(await hasEndedInAllButName(await neglected('sleep', '60'))).toBe(false);
});

test('a group that nobody is in has not ended in name only', async () => {
  expect(await hasEndedInAllButName(2 ** 31 - 1)).toBe(false);
});
