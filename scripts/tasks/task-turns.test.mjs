import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LONGEST, TaskTurns } from './task-turns.mjs';
import { readManifest, workspacePackages, workspaceRoot } from '../support/workspace.mjs';

/** Processes start slowly where others are at work. */
const WAIT = { timeout: 20_000 };

/**
 * A queue, with tasks as turbo starts them: processes that ask for their turn, and then run until they are told to end.
 * @param {Record<string, string[]>} dependents of each task, as `package#script`
 * @param {number} atOnce
 */
async function queueOf(dependents, atOnce) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-turns-test-')));
  /** @type {string[]} */
  const started = [];
  const turns = new TaskTurns(Object.entries(dependents).map(([id, waiting]) => ({ id, dependents: waiting })), atOnce, (id) => started.push(id));
  const queue = await turns.open();
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  const processes = new Map();
  onTestFinished(() => {
    turns.close();
    for (const child of processes.values()) child.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  return {
    started,
    turns,
    /** The script of the task ends with what it is told. Resolves when the task has asked for its turn. @param {string} id */
    async ask(id) {
      const asked = () => turns.waiting + started.length;
      const before = asked();
      const [name = '', script = ''] = id.split('#');
      const cwd = join(folder, name);
      mkdirSync(cwd, { recursive: true });
      writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name, scripts: { [script]: 'nice; read code; exit "$code" #' } }));
      const child = spawn(join(workspaceRoot, 'scripts/tasks/pnpm'), ['run', script], { cwd, env: { ...process.env, ASSAY_TASK_TURNS: queue }, stdio: 'pipe' });
      processes.set(id, child);
      await vi.waitFor(() => expect(asked()).toBe(before + 1), WAIT);
      return child;
    },
    /** @param {string} id @param {number} code @returns {Promise<number>} the exit code that turbo sees */
    async end(id, code = 0) {
      const child = processes.get(id);
      child?.stdin?.end(`${code}\n`);
      return (await once(/** @type {import('node:events').EventEmitter} */ (child), 'exit'))[0];
    },
    /** @param {string} id */
    async kill(id) {
      const child = /** @type {import('node:child_process').ChildProcess} */ (processes.get(id));
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    /** Resolves when these have had their turns, in this order, and no others. @param {string[]} ids */
    async running(...ids) {
      await vi.waitFor(() => expect(started).toEqual(ids), WAIT);
    },
  };
}

test('so many run at once; when one ends, the longest of those that wait has its turn', async () => {
  const { ask, end, running, started } = await queueOf({ 'a#lint': [], '@assay/loaders#test': [], '@assay/viewer#test:browser': [], 'b#lint': [] }, 1);
  for (const id of ['a#lint', 'b#lint', '@assay/loaders#test', '@assay/viewer#test:browser']) await ask(id);
  await running('a#lint');
  await end('a#lint');
  await running('a#lint', '@assay/viewer#test:browser');
  await end('@assay/viewer#test:browser');
  await running('a#lint', '@assay/viewer#test:browser', '@assay/loaders#test');
  await end('@assay/loaders#test');
  expect(await end('b#lint')).toBe(0);
  expect(started).toEqual(['a#lint', '@assay/viewer#test:browser', '@assay/loaders#test', 'b#lint']);
});

test('what others wait for comes before what is long, by how many wait; and starts beside what nobody waits for', async () => {
  const { ask, end, running, started } = await queueOf({ 'a#build': ['b#build'], 'b#build': ['@assay/viewer#test:browser'], '@assay/viewer#test:browser': [], 'a#lint': [], 'b#lint': [] }, 1);
  await ask('a#lint');
  await ask('b#lint');
  await ask('b#build');
  await ask('a#build');
  await running('a#lint', 'b#build');
  await ask('@assay/viewer#test:browser');
  await end('b#build');
  await running('a#lint', 'b#build', 'a#build');
  await end('a#lint');
  await end('a#build');
  await end('@assay/viewer#test:browser');
  expect(await end('b#lint')).toBe(0);
  expect(started).toEqual(['a#lint', 'b#build', 'a#build', '@assay/viewer#test:browser', 'b#lint']);
});

test('the longest of all waits for no other', async () => {
  const { ask, started } = await queueOf({ 'a#lint': [], 'assay#test:processes': [], 'b#lint': [] }, 1);
  for (const id of ['a#lint', 'b#lint', 'assay#test:processes']) await ask(id);
  expect(started).toEqual(['a#lint', 'assay#test:processes']);
});

test.skipIf(process.platform === 'win32')('the longest and what others wait for have the cores before the rest', async () => {
  const { ask, end } = await queueOf({ 'a#lint': [], 'a#build': ['b#lint'], 'b#lint': [], 'assay#test:processes': [], '@assay/viewer#test:browser': [] }, 3);
  /** @param {string} id @returns {Promise<number>} the niceness of its script */
  const niceness = async (id) => {
    const child = await ask(id);
    const [said] = await once(/** @type {import('node:stream').Readable} */ (child.stdout), 'data');
    await end(id);
    return Number(said);
  };
  const usual = getPriority();
  expect([await niceness('a#build'), await niceness('assay#test:processes'), await niceness('@assay/viewer#test:browser')]).toEqual([usual, usual, usual]);
  expect(await niceness('a#lint')).toBe(Math.min(usual + 5, 19));
});

test('a task ends as its script does, and makes room however it ends, running or waiting', async () => {
  const { ask, end, running, turns, kill } = await queueOf({ 'a#lint': [], 'b#lint': [], 'c#lint': [], 'd#lint': [] }, 1);
  for (const id of ['a#lint', 'b#lint', 'c#lint', 'd#lint']) await ask(id);
  await kill('b#lint');
  await vi.waitFor(() => expect(turns.waiting).toBe(2), WAIT);
  expect(await end('a#lint', 3)).toBe(3);
  await running('a#lint', 'c#lint');
  await kill('c#lint');
  await running('a#lint', 'c#lint', 'd#lint');
  expect(await end('d#lint')).toBe(0);
});

test('where nobody gives turns any more a task that waits ends and says so', async () => {
  const { ask, turns } = await queueOf({ 'a#lint': [], 'b#lint': [] }, 1);
  const running = await ask('a#lint');
  const waiting = await ask('b#lint');
  let said = '';
  waiting.stderr?.on('data', (text) => (said += text));
  turns.close();
  expect(await once(waiting, 'close')).toEqual([2, null]);
  expect(said).toBe('Nobody gives turns to tasks any more\n');
  expect(running.exitCode).toBeNull();
});

test('the longest tasks are tasks of this workspace', () => {
  const { scripts } = readManifest(join(workspaceRoot, 'package.json'));
  const all = [...workspacePackages().map(({ name, manifest }) => ({ name, scripts: manifest.scripts })), { name: '//', scripts }];
  const ids = all.flatMap(({ name, scripts: own }) => Object.keys(own ?? {}).map((script) => `${name}#${script}`));
  expect(ids).toEqual(expect.arrayContaining(LONGEST));
});
