import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '@assay/schema';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundle } from '../../../test/bundle.js';
import { ownRecord } from './lock-record.js';
import { lockRun, refuseLockedRun } from './run-lock.js';

let scripts: string;
let script: string;
let directory: string;
let file: string;
beforeAll(async () => {
  scripts = await mkdtemp(join(tmpdir(), 'assay-lock-script-'));
  script = await bundle(fileURLToPath(new URL('../../../test/hold-lock.ts', import.meta.url)), scripts);
});
afterAll(() => rm(scripts, { recursive: true, force: true }));
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-lock-'));
  file = join(directory, 'run.lock');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** A process that holds the lock until it is killed. */
async function holder(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGKILL');
  await ended;
}

/** The lock of somebody else. */
async function foreignLock(change: object, secondsAgo = 0): Promise<void> {
  await writeFile(file, JSON.stringify({ ...(await ownRecord()), ...change }));
  const then = new Date(Date.now() - secondsAgo * 1000);
  await utimes(file, then, then);
}

async function isRefused(): Promise<boolean> {
  try {
    await (await lockRun(directory)).release();
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return true;
  }
}

describe('the lock of a run folder', () => {
  test('is refused to everybody else, with who holds it, and leaves nothing behind', async () => {
    const lock = await lockRun(directory);
    const who = new RegExp(`is being written by process ${process.pid} since \\d{4}-`, 'u');
    await expect(lockRun(directory)).rejects.toThrow(who);
    await expect(refuseLockedRun(directory)).rejects.toThrow(who);
    await lock.release();
    await lock.release();
    await refuseLockedRun(directory);
    expect(await readdir(directory)).toEqual([]);
    expect(await isRefused()).toBe(false);
  });

  test.skipIf(process.platform !== 'linux')('of a process that was killed and whose end nobody asks for does not hold', async () => {
    // As in a container whose first process is a program of its own: it waits for no process that it did not start.
    const parent = spawn('sh', ['-c', '"$0" "$1" "$2" & exec sleep 60', process.execPath, script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(parent.stdout, 'data');
      const { pid } = JSON.parse(await readFile(file, 'utf8')) as { readonly pid: number };
      expect(await isRefused()).toBe(true);
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      expect(await isRefused()).toBe(false);
    } finally {
      parent.kill('SIGKILL');
    }
  });

  test('of a living process holds, and of one that was killed does not', async () => {
    const child = await holder();
    await expect(lockRun(directory)).rejects.toThrow(`process ${child.pid} since`);
    await killed(child);
    expect(await readdir(directory)).toEqual(['run.lock']);
    await refuseLockedRun(directory);
    const lock = await lockRun(directory);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid });
    await lock.release();
    expect(await readdir(directory)).toEqual([]);
  });

  test('that several take over at once goes to one of them', async () => {
    await killed(await holder());
    const locks = await Promise.allSettled(Array.from({ length: 8 }, () => lockRun(directory)));
    const got = locks.flatMap((lock) => (lock.status === 'fulfilled' ? [lock.value] : []));
    expect(got).toHaveLength(1);
    for (const lock of locks) if (lock.status === 'rejected') expect(lock.reason).toBeInstanceOf(UsageError);
    await got[0]?.release();
    expect(await readdir(directory)).toEqual([]);
  });

  test.runIf(process.platform !== 'win32')('that is no file is told, and nobody waits for it', async () => {
    execFileSync('mkfifo', [file]);
    await expect(lockRun(directory)).rejects.toThrow('is no file');
  });

  test.runIf(process.platform === 'linux').each([
    ['from before the machine was started', { boot_id: 'another' }],
    ['of an earlier process that had the id of a living one', { process_start: '1' }],
  ])('%s does not hold', async (_, change) => {
    await foreignLock(change);
    expect(await isRefused()).toBe(false);
  });

  test.each([
    ['on another machine', { host: 'elsewhere' }, `process ${process.pid} on elsewhere`],
    ['in another container of this name', { pid_namespace: 'pid:[1]' }, `process ${process.pid} on ${hostname()}`],
  ])('of a process %s holds as long as it is renewed', async (_, change, who) => {
    await foreignLock(change, 30);
    await expect(lockRun(directory)).rejects.toThrow(who);
    await foreignLock(change, 90);
    expect(await isRefused()).toBe(false);
  });

  test('that cannot be read holds while it may be being written', async () => {
    await writeFile(file, '{"pid"');
    await expect(lockRun(directory)).rejects.toMatchObject({ message: expect.stringContaining('by another process'), hint: expect.stringContaining('the folder is free 60 s after its last sign of life') });
    const then = new Date(Date.now() - 90_000);
    await utimes(file, then, then);
    expect(await isRefused()).toBe(false);
  });

  test('of another machine whose clock was wrong is told with what is left to do', async () => {
    await foreignLock({ host: 'elsewhere' }, -86_400);
    await expect(lockRun(directory)).rejects.toMatchObject({ message: expect.stringContaining('on elsewhere'), hint: expect.stringMatching(/its last sign of life is of a time to come \(\d{4}-\S+Z\): if that machine is gone, remove \S+run\.lock/u) });
  });

  test('that another process took over is left to it', async () => {
    const lock = await lockRun(directory);
    await foreignLock({ token: 'another' });
    await lock.release();
    expect(await readdir(directory)).toEqual(['run.lock']);
  });

  test('can be taken after somebody died while taking it over', async () => {
    await killed(await holder());
    await writeFile(`${file}.turn`, '');
    expect(await isRefused()).toBe(true);
    const then = new Date(Date.now() - 30_000);
    await utimes(`${file}.turn`, then, then);
    expect(await isRefused()).toBe(false);
    expect(await readdir(directory)).toEqual([]);
  });
});
