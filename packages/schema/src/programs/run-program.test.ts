import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChildProcesses } from '../contracts/child-processes.js';
import type { ReplyMemory } from '../contracts/reply-memory.js';
import { NULL_BYTE } from './null-bytes.js';
import { runProgram, type ProgramEnd } from './run-program.js';
import type { ProgramStart } from './program-types.js';

async function folder(): Promise<string> {
  const path = await realpath(await mkdtemp(`${tmpdir()}/assay-program-`));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function run(line: string, more: Partial<ProgramStart> = {}): Promise<ProgramEnd> {
  return runProgram({
    spawner: async () => execa,
    argv: ['sh', '-c', line],
    cwd: await folder(),
    env: { PATH: process.env['PATH'] },
    outputLimit: 1_000_000,
    signal: new AbortController().signal,
    ...more,
  });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 400; tries++) {
    if (!isAlive(pid)) return true;
    await wait(25);
  }
  return false;
}

/** Notes what is reported about programs. */
function noting(): ChildProcesses & { readonly told: string[] } {
  const told: string[] = [];
  return {
    told,
    watch: ({ keepDaemons }) => ({
      env: { MARK: keepDaemons ? 'kept' : 'watched' },
      started: (pid) => void told.push(isAlive(pid) ? 'started' : 'started too late'),
      ended: () => void told.push('ended'),
    }),
  };
}

describe('what no program can be given is named, and never shown', () => {
  test.each<[string, Partial<ProgramStart>, string]>([
    ['a variable', { env: { MODE: 'sk-12345678\0' } }, 'the variable MODE in its environment'],
    ['a name of a variable', { env: { 'sk-12345678\0': '1' } }, 'the name of a variable in its environment'],
    ['a variable with an odd name', { env: { 'sk-12345678': 'x\0' } }, 'the variable with an odd name in its environment'],
    ['an argument', { argv: ['true', 'a', 'sk-12345678\0'] }, 'argument 2 of the command'],
    ['an argument of a flag', { argv: ['true', '--key', 'sk-12345678\0'] }, 'argument 2 of the command (after --key)'],
    ['the program', { argv: ['sk-12345678\0'] }, 'the name of the program'],
    ['a line for the shell', { argv: ['sh', '-c', 'echo sk-12345678\0'] }, 'the command'],
    ['a prompt in a line for the shell', { argv: ['sh', '-c', 'echo "$1"', 'assay', 'sk-12345678\0'] }, 'what stands for a placeholder of the command'],
    ['a folder', { cwd: '/sk-12345678\0' }, 'the folder to run in'],
  ])('%s', async (_, start, place) => {
    const { notStarted } = await run('true', start);
    expect(notStarted).toEqual({ code: NULL_BYTE, why: `${place} has a null byte (\\0) in it, which no program can be given` });
  });
});

describe.skipIf(process.platform === 'win32')('runProgram', () => {
  test('a program that does not start is not repeated with its arguments', async () => {
    const { notStarted } = await run('', { argv: ['/nowhere/to/be/found', '--mode', 'sk-12345678'] });
    expect(notStarted?.code).toBe('ENOENT');
    expect(notStarted?.why).not.toContain('sk-12345678');
  });

  test('output that waits for room is not lost, however soon the program has ended', async () => {
    const held: number[] = [];
    let released = 0;
    const memory: ReplyMemory = {
      share: () => ({
        hold(bytes) {
          held.push(bytes);
          return wait(150);
        },
        insist: () => undefined,
        keep: () => void (released += 1),
        release: () => void (released += 1),
      }),
    };
    const end = await run('head -c 300000 /dev/zero', { memory });
    expect(end.stdout).toHaveLength(300_000);
    expect(held.length).toBeGreaterThan(1);
    // As it arrived, and as a text.
    expect(held.at(-1)).toBe(600_000);
    expect(released).toBeGreaterThan(0);
  });

  test('gives what was written, how it ended and how long it took', async () => {
    const end = await run('cat; echo why >&2; exit 3', { stdin: 'héllo' });
    expect(end).toMatchObject({ stdout: 'héllo', stderr: 'why\n', exitCode: 3, tooMuch: false });
    expect(end.elapsedMs).toBeGreaterThan(0);
    expect(await run('kill -9 $$')).toMatchObject({ exitCode: undefined, signal: 'SIGKILL' });
  });

  test('says why a program did not start', async () => {
    expect(await run('', { argv: ['no-such-program-here'] })).toMatchObject({ notStarted: { code: 'ENOENT', why: expect.stringContaining('no-such-program-here') } });
    expect(await run('', { argv: ['echo', 'x'.repeat(4_000_000)] })).toMatchObject({ notStarted: { code: 'E2BIG' } });
  });

  test('an output that is held open by the background counts, to its last byte', async () => {
    const { stdout, elapsedMs } = await run(`sleep 60 & head -c 400000 /dev/zero | tr '\\0' x; echo $!`, { processes: noting() });
    expect(stdout).toMatch(/^x{400000}\d+\n$/u);
    expect(elapsedMs).toBeLessThan(30_000);
    expect(await gone(Number(/\d+/u.exec(stdout)?.[0]))).toBe(true);
  });

  test('a background that never stops writing is not waited for', async () => {
    const { stdout, exitCode } = await run(`(while :; do echo tick; sleep 0.02; done) & echo answer`);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('answer\n')]);
  });

  test('keepDaemons spares the background of a program that ends, not that of one that is stopped', async () => {
    const kept = Number((await run('sleep 60 >&- 2>&- & echo $!', { keepDaemons: true })).stdout);
    await wait(100);
    expect(isAlive(kept)).toBe(true);
    process.kill(kept);
    const end = new AbortController();
    const started = run('sleep 60 & echo $!; wait', { keepDaemons: true, signal: end.signal });
    await wait(300);
    end.abort();
    expect(await gone(Number((await started).stdout))).toBe(true);
  });

  test('more than the limit is cut off, and ends the program', async () => {
    const { tooMuch, stdout, signal } = await run('yes', { outputLimit: 1000 });
    expect([tooMuch, stdout.length, signal]).toEqual([true, 1000, 'SIGTERM']);
  });

  test('only the end of standard error is kept, however much there is', async () => {
    const { stderr, tooMuch } = await run(`head -c 3000000 /dev/zero | tr '\\0' e >&2; echo end >&2`);
    expect(tooMuch).toBe(false);
    expect(stderr.endsWith('e\nend\n') || stderr.endsWith('eend\n')).toBe(true);
    expect(stderr.length).toBeLessThan(300_000);
  });

  test('who watches over programs is told of each, and marks its environment', async () => {
    const processes = noting();
    expect((await run('echo $MARK', { processes })).stdout).toBe('watched\n');
    expect((await run('echo $MARK', { processes, keepDaemons: true })).stdout).toBe('kept\n');
    await run('', { processes, argv: ['no-such-program-here'] });
    await wait(50);
    expect(processes.told).toEqual(['started', 'ended', 'started', 'ended', 'ended']);
  });
});
