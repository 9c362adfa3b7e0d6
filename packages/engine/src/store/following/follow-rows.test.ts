import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StoreError, type ResultRow } from '@assay/schema';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../../test/bundle.js';
import { row } from '../../../test/samples.js';
import { followRows } from './follow-rows.js';
import { repairTornLine } from '../lines/repair-torn-line.js';
import { rowLine } from '../lines/row-line.js';
import type { TornLine } from '../lines/read-row-values.js';
import { lockRun, type RunLock } from '../lock/run-lock.js';
import { openRun } from '../open-run.js';

let parent: string;
let directory: string;
let results: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'assay-follow-'));
  directory = join(parent, 'run');
  results = join(directory, 'results.jsonl');
  await mkdir(directory);
  const made = parent;
  onTestFinished(() => rm(made, { recursive: true, force: true }));
});

const line = (trialKey: string): string => rowLine(row({ trialKey }));
const write = (text: string): Promise<void> => appendFile(results, text);

interface Followed {
  /** The key of the next row; undefined at the end. */
  next(): Promise<string | undefined>;
  readonly torn: TornLine[];
}

function follow(signal?: AbortSignal): Followed {
  const torn: TornLine[] = [];
  const rows = followRows(directory, { signal, onTornLine: (one) => torn.push(one) });
  onTestFinished(async () => void (await rows.return(undefined).catch(() => undefined)));
  return {
    torn,
    async next() {
      const { value, done } = await rows.next();
      return done ? undefined : (value as ResultRow).trialKey;
    },
  };
}

/** The run is written by this process from now on. */
async function locked(): Promise<RunLock> {
  const lock = await lockRun(directory);
  onTestFinished(() => lock.release());
  return lock;
}

/** Long enough for a folder to be looked at, also where no change is reported. */
const aLook = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 700));

describe('followRows', () => {
  test('of a run without a row waits for the first one', async () => {
    const lock = await locked();
    const { next } = follow();
    const first = next();
    await write(line('one'));
    expect(await first).toBe('one');
    await lock.release();
    expect(await next()).toBeUndefined();
  });

  test('a torn last line is given once it is whole', async () => {
    const lock = await locked();
    const { next, torn } = follow();
    await write(line('one') + line('two').slice(0, 100));
    expect(await next()).toBe('one');
    const second = next();
    await aLook();
    await write(line('two').slice(100));
    expect(await second).toBe('two');
    await lock.release();
    expect([await next(), torn]).toEqual([undefined, []]);
  });

  test('a torn last line that the next writer cuts off is left out', async () => {
    const lock = await locked();
    const { next } = follow();
    await write(line('one') + line('two').slice(0, 100));
    expect(await next()).toBe('one');
    const second = next();
    await aLook();
    // As a store that goes on with a run does.
    await repairTornLine(results);
    await write(line('three'));
    expect(await second).toBe('three');
    await lock.release();
    expect(await next()).toBeUndefined();
  });

  test('a torn last line at the end is told; one that lacks but its line end is a row', async () => {
    await write(line('one') + line('two').slice(0, 100));
    const cut = follow();
    expect([await cut.next(), await cut.next(), cut.torn]).toEqual(['one', undefined, [{ file: results, line: 2 }]]);
    await writeFile(results, line('one') + line('two').trimEnd());
    const whole = follow();
    expect([await whole.next(), await whole.next(), await whole.next(), whole.torn]).toEqual(['one', 'two', undefined, []]);
  });

  test('every row of another process is given once, and the following ends when that is killed', async () => {
    const script = await bundle(fileURLToPath(new URL('../../../test/write-rows-forever.ts', import.meta.url)), join(parent, 'bundle'));
    const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    let acknowledged = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      acknowledged += chunk.toString('latin1').split('\n').length - 1;
    });
    const closed = once(child, 'close');
    await once(child.stdout, 'data');
    const keys: string[] = [];
    for await (const { trialKey } of (await openRun(directory)).follow()) {
      keys.push(trialKey);
      if (keys.length === 300) child.kill('SIGKILL');
    }
    await closed;
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThanOrEqual(acknowledged);
    const stored: string[] = [];
    for await (const { trialKey } of (await openRun(directory)).rows()) stored.push(trialKey);
    expect(keys).toEqual(stored);
  });

  test('a line that is no row is refused with its place, counted from the beginning of the file', async () => {
    await locked();
    await write(line('one'));
    const { next } = follow();
    expect(await next()).toBe('one');
    await write(`${line('two')}{"nothing": \n`);
    expect(await next()).toBe('two');
    await expect(next()).rejects.toMatchObject({ location: { file: results, line: 3 } });
  });

  test.each([
    ['the folder goes', 'was removed', () => rm(directory, { recursive: true })],
    ['the folder is moved away', 'was removed', () => rename(directory, `${directory}-elsewhere`)],
    ['the file goes', 'was removed', () => rm(results)],
    ['the file gets shorter', 'was replaced', () => writeFile(results, '')],
    ['another file takes its place', 'was replaced', async () => {
      await writeFile(`${results}.new`, line('one') + line('two'));
      await rename(`${results}.new`, results);
    }],
  ])('%s: that is an error', async (_, message, spoil) => {
    await locked();
    await write(line('one'));
    const { next } = follow();
    expect(await next()).toBe('one');
    const waiting = next();
    const [failure] = await Promise.all([waiting.catch((error: unknown) => error), spoil()]);
    expect(failure).toBeInstanceOf(StoreError);
    expect((failure as Error).message).toContain(`${message} while it was followed`);
  });
});
