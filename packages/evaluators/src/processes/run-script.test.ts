import { existsSync } from 'node:fs';
import path from 'node:path';
import { createRedactor, UnscoredError } from '@assay/schema';
import { describe, expect, test, vi } from 'vitest';
import { FAMILY, familyOf, isAlive, run } from '../../test/script-runs.js';
import { temporaryFolder } from '../../test/temporary-folder.js';

describe('what a message shows of a script', () => {
  const SECRET = 'kept-for-myself-0123456789';
  /** Fills what a message shows so that it would begin in the middle of the secret. */
  const SOURCE = (stream: string): string => `process.${stream}.write('x'.repeat(5000) + '${SECRET}' + 'y'.repeat(1985)); process.exitCode = 3;`;

  test.each(['stdout', 'stderr'])('has no secret that would be cut off at the start of the end of %s', async (stream) => {
    const redactor = createRedactor();
    redactor.add(SECRET, 'MY_KEY');
    const error: unknown = await run(SOURCE(stream), { redactor }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnscoredError);
    expect((error as Error).message).toMatch(/MY_KEY\]y{1985}$/u);
    expect((error as Error).message).not.toContain('0123456789');
  });

  test('has none in a command that is cut', async () => {
    const redactor = createRedactor();
    redactor.add(SECRET, 'MY_KEY');
    const argv = [process.execPath, '-e', 'process.exit(3)', 'x'.repeat(240 - process.execPath.length), SECRET];
    await expect(run('', { redactor, argv })).rejects.toThrow(/\[redacted MY_KEY\]/u);
  });
});

describe('runScript', () => {
  test('hands over standard input and returns standard output as it is', async () => {
    const source = `let text = ''; for await (const part of process.stdin) text += part; console.log(text.length, process.cwd());`;
    const cwd = await temporaryFolder({ 'script.mjs': source });
    expect(await run(source, { cwd, stdin: 'x'.repeat(1_000_000) })).toBe(`1000000 ${cwd}\n`);
  });

  test('passes the environment that it is given, and no other', async () => {
    const source = `console.log(process.env.ONE, process.env.HOME);`;
    expect(await run(source, { env: { PATH: process.env['PATH'], ONE: '1' } })).toBe('1 undefined\n');
  });

  test('a list of arguments sees no shell', async () => {
    const cwd = await temporaryFolder({ 'script.mjs': 'console.log(process.argv[2]);' });
    expect(await run('', { cwd, argv: [process.execPath, 'script.mjs', '$HOME; echo `id` *'] })).toBe(
      '$HOME; echo `id` *\n',
    );
  });

  test('a script need not read its input', async () => {
    expect(await run(`console.log('done'); process.exit(0);`, { stdin: 'x'.repeat(5_000_000) })).toBe('done\n');
    expect(await run(`process.stdin.destroy(); console.log('done');`, { stdin: 'x'.repeat(5_000_000) })).toBe('done\n');
  });

  test('a failing script is unscored, with its exit code and the end of its standard error', async () => {
    const source = `for (let i = 1; i <= 30; i++) console.error('line ' + i); process.exit(3);`;
    const error = await run(source).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnscoredError);
    const { message } = error as UnscoredError;
    expect(message).toMatch(/script\.mjs` failed with exit code 3; its standard error ends with:\nline 21\n/u);
    expect(message.endsWith('line 30')).toBe(true);
  });

  test('a failing script shows the end of its standard output too, before its standard error', async () => {
    const source = `for (let i = 1; i <= 30; i++) console.log('step ' + i); console.error('why'); process.exitCode = 1;`;
    await expect(run(source)).rejects.toThrow(
      /failed with exit code 1; its standard output ends with:\nstep 21\n(?:step \d+\n){8}step 30; its standard error ends with:\nwhy$/u,
    );
  });

  test.each([
    ['ended by a signal', `console.log('half way'); process.stdout.write('', () => process.kill(process.pid, 'SIGTERM')); setInterval(() => {}, 1000);`, {}],
    ['too slow', `console.log('half way'); setInterval(() => {}, 1000);`, { timeoutSeconds: 2 }],
  ])('a script that is %s shows its standard output', async (_, source, options) => {
    await expect(run(source, options)).rejects.toThrow(/; its standard output ends with:\nhalf way/u);
  });

  test('what it shows is bounded: long lines, and a program written as the command', async () => {
    const program = `console.log('x'.repeat(100000)); console.error('y'.repeat(100000)); process.exitCode = 2; // ${'z'.repeat(5000)}`;
    const error = await run('', { argv: [process.execPath, '-e', program], cwd: process.cwd() }).catch((reason: unknown) => reason);
    const { message } = error as UnscoredError;
    expect(message).toMatch(/failed with exit code 2; its standard output ends with:\nx{2000}; its standard error ends with:\ny{2000}$/u);
    expect(message.length).toBeLessThan(4600);
  });

  test('a script that is ended by a signal is unscored', async () => {
    await expect(run(`process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);`)).rejects.toThrow(
      /was ended by SIGTERM/u,
    );
  });

  test('a program that is not there is unscored, and named', async () => {
    await expect(run('', { argv: ['no-such-program-here', 'x'] })).rejects.toMatchObject({
      code: 'unscored',
      reason: 'config',
      message: 'the script `no-such-program-here x` cannot run: there is no program "no-such-program-here"',
    });
  });

  test('a folder that is not there is unscored, and named', async () => {
    await expect(run('', { cwd: '/no/such/folder' })).rejects.toThrow(
      /cannot run: there is no folder \/no\/such\/folder/u,
    );
  });

  test('a program that may not be run is unscored', async () => {
    const cwd = await temporaryFolder({ 'plain.txt': 'no program' });
    await expect(run('', { cwd, argv: ['./plain.txt'] })).rejects.toBeInstanceOf(UnscoredError);
  });

  test('more than 4 MB of output is unscored', async () => {
    const source = `process.stdout.write('x'.repeat(5_000_000)); setInterval(() => {}, 1000);`;
    await expect(run(source)).rejects.toThrow(/wrote more than 4 MB/u);
  });

  test('a daemon that keeps the outputs open holds no answer up', async () => {
    const source = `
      import { spawn } from 'node:child_process';
      const daemon = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 100000)'], { detached: true, stdio: 'inherit' });
      daemon.unref();
      console.log(daemon.pid);`;
    const daemon = Number(await run(source));
    expect(isAlive(daemon)).toBe(true);
    process.kill(daemon, 'SIGKILL');
  });

  test('an abort ends the script and what it started, and gives the reason of the abort', async () => {
    const cwd = await temporaryFolder({ 'script.mjs': FAMILY });
    const controller = new AbortController();
    const outcome = run('', { cwd, signal: controller.signal }).catch((error: unknown) => error);
    const pids = await familyOf(cwd);
    const reason = new UnscoredError('interrupted');
    controller.abort(reason);
    expect(await outcome).toBe(reason);
    await vi.waitUntil(() => !pids.some(isAlive), { timeout: 10_000, interval: 20 });
  });

  test('starts nothing when it is already aborted', async () => {
    const cwd = await temporaryFolder({
      'script.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync('ran', '');`,
    });
    const reason = new UnscoredError('interrupted');
    await expect(run('', { cwd, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(existsSync(path.join(cwd, 'ran'))).toBe(false);
  });
});
