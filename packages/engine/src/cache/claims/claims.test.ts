import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../clock/clock.js';
import { ownRecord } from '../../store/lock/lock-record.js';
import { createClaims } from './claims.js';

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-claims-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'ab', 'entry.claim');
}

/** Claims as another process has them, except for the id of the process. */
function claims() {
  const made = createClaims({ clock: systemClock, mode: 0o600, makeFolder: (file) => void mkdirSync(dirname(file), { recursive: true }) });
  onTestFinished(() => made.close());
  return made;
}

const { signal } = new AbortController();

async function isDone(promise: Promise<unknown> | object): Promise<boolean> {
  return Promise.race([Promise.resolve(promise).then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 150))]);
}

/** A claim of a process that is gone, elsewhere, or unknown. */
async function foreign(file: string, change: object | string, secondsAgo = 0): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof change === 'string' ? change : JSON.stringify({ ...(await ownRecord()), ...change }));
  const then = new Date(Date.now() - secondsAgo * 1000);
  utimesSync(file, then, then);
}

describe('the claim on an entry', () => {
  test('is waited for by others, and leaves nothing behind', async () => {
    const file = place();
    const first = await claims().take(file, { signal });
    expect(first).toMatchObject({ file, waited: false });
    const other = claims();
    const second = Promise.resolve(other.take(file, { signal }));
    expect(await isDone(second)).toBe(false);
    expect(await other.take(file, { signal, waits: false })).toMatchObject({ file: undefined, waited: false });
    first.release();
    first.release();
    expect(await second).toMatchObject({ file, waited: true });
    (await second).release();
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  test('does not keep those of its own process from going on', async () => {
    const file = place();
    const own = claims();
    await own.take(file, { signal });
    expect(own.take(file, { signal })).toMatchObject({ file: undefined, waited: false });
  });

  test('is given to one of several that wait, as often as it is given up', async () => {
    // Who finds that it was given up must not take away what the next one has made meanwhile: it takes many changes to meet that moment.
    const file = place();
    const first = await claims().take(file, { signal });
    const others = Array.from({ length: 4 }, () => claims());
    let holders = 0;
    let most = 0;
    first.release();
    await Promise.all(
      others.map(async (other) => {
        for (let times = 0; times < 50; times += 1) {
          const claim = await other.take(file, { signal });
          most = Math.max(most, (holders += 1));
          await new Promise((resolve) => setTimeout(resolve, times % 3));
          holders -= 1;
          claim.release();
        }
      }),
    );
    expect(most).toBe(1);
  });

  test('that is waited for no longer than the signal says', async () => {
    const file = place();
    await claims().take(file, { signal });
    const controller = new AbortController();
    const waiting = claims().take(file, { signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    expect(await waiting).toMatchObject({ file: undefined, waited: true });
  });

  test.runIf(process.platform === 'linux').each<[string, object | string, number]>([
    ['of a process that was killed', { process_start: '1' }, 0],
    ['from before the machine was started', { boot_id: 'another' }, 0],
    ['of another machine that is silent', { host: 'elsewhere' }, 90],
    ['of another machine whose clock was wrong, from a time to come', { host: 'elsewhere' }, -9_000],
    ['of a process that lives and was stopped', {}, 90],
    ['that names nobody, for too long', 'assay-cache-1 ', 5],
  ])('%s does not hold', async (_, change, secondsAgo) => {
    const file = place();
    await foreign(file, change, secondsAgo);
    const taken = await Promise.all([claims().take(file, { signal }), claims().take(file, { signal, waits: false })]);
    expect(taken.map((claim) => claim.file)).toContain(file);
    expect(readdirSync(dirname(file))).toEqual(['entry.claim']);
    expect(Date.now() - statSync(file).mtimeMs).toBeLessThan(60_000);
  });

  test.each<[string, object | string, number]>([
    ['of another machine', { host: 'elsewhere' }, 30],
    ['of another container of this name', { host: hostname(), pid_namespace: 'pid:[1]' }, 30],
    ['that is being written', '{"pid', 0],
  ])('%s holds as long as it is renewed', async (_, change, secondsAgo) => {
    const file = place();
    await foreign(file, change, secondsAgo);
    expect(await isDone(claims().take(file, { signal: AbortSignal.timeout(2000) }))).toBe(false);
  });

  test('that cannot be made keeps nobody from asking', async () => {
    const file = place();
    writeFileSync(dirname(file), 'a file where a folder is needed');
    expect(await claims().take(file, { signal })).toMatchObject({ file: undefined, waited: false });
  });

  test.each([['longer than the claim', 5000], ['shorter', 3]])('becomes the entry, %s', async (_, length) => {
    const file = place();
    const path = join(dirname(file), 'entry');
    const entry = Buffer.alloc(length, 'e');
    const claim = await claims().take(file, { signal });
    expect(claim.become(path, entry)).toBe(true);
    expect(readFileSync(path)).toEqual(entry);
    claim.release();
    expect(claim.become(path, entry)).toBe(false);
    expect(readdirSync(dirname(file))).toEqual(['entry']);
  });

  test('that was taken away becomes nothing, and what others have there stays', async () => {
    const file = place();
    const claim = await claims().take(file, { signal });
    rmSync(file);
    await foreign(file, { host: 'elsewhere' });
    const theirs = readFileSync(file);
    expect(claim.become(join(dirname(file), 'entry'), Buffer.from('entry'))).toBe(false);
    expect(readdirSync(dirname(file))).toEqual(['entry.claim']);
    expect(readFileSync(file)).toEqual(theirs);
  });

  test('is not kept open where many are held', async () => {
    const file = place();
    const own = claims();
    const become: boolean[] = [];
    for (let number = 0; number < 257; number += 1) await own.take(`${file}-${number}`, { signal });
    for (let number = 0; number < 3; number += 1) {
      const claim = await own.take(`${file}-${300 + number}`, { signal });
      become.push(claim.become(`${file}-entry-${number}`, Buffer.from('e')));
    }
    expect(become).not.toContain(true);
    own.close();
    const claim = await own.take(file, { signal });
    expect(claim.become(`${file}-entry`, Buffer.from('e'))).toBe(true);
    expect(readdirSync(dirname(file))).toEqual(['entry.claim-entry']);
  });

  test('ends with its cache', async () => {
    const file = place();
    const own = claims();
    await own.take(file, { signal });
    own.close();
    expect(readdirSync(dirname(file))).toEqual([]);
  });
});
