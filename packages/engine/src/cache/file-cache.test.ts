import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalHash } from '@assay/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cacheContents, clearCache } from './cache-contents.js';
import { createFileCache, type FileCacheOptions } from './file-cache.js';

const HOUR_S = 3600;

function folder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'assay-cache-'));
  onTestFinished(() => {
    chmodSync(parent, 0o700);
    rmSync(parent, { recursive: true, force: true });
  });
  return join(parent, 'cache');
}

const cacheIn = (at: string, more: Partial<FileCacheOptions> = {}) => createFileCache({ folder: at, mostBytes: 2 ** 20, ...more });
const key = (of: unknown): string => canonicalHash(of);
const fileOf = (at: string, of: string): string => join(at, of.slice(0, 2), of.slice(2));
const VALUE = { text: 'caf\u00E9 \uD800 "quoted"', list: [1, null, { a: -0.5 }] };

test('a value is there for others and later, with its folders and files for their owner alone', async () => {
  const at = folder();
  await cacheIn(at).set(key('a'), VALUE);
  expect(await cacheIn(at).get(key('a'))).toEqual(VALUE);
  expect(await cacheIn(at).get(key('b'))).toBeUndefined();
  const file = fileOf(at, key('a'));
  if (process.platform !== 'win32') {
    expect([at, join(file, '..'), file].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(['700', '700', '600']);
  }
});

test('a value takes the place of an older one, and nothing else is left of it', async () => {
  const at = folder();
  const cache = cacheIn(at);
  await cache.set(key('a'), 'old');
  await cache.set(key('a'), 'new');
  expect(await cache.get(key('a'))).toBe('new');
  expect(readdirSync(join(at, key('a').slice(0, 2)))).toEqual([key('a').slice(2)]);
});

describe('what is damaged is not there', () => {
  const DAMAGES: readonly [string, (text: string) => string][] = [
    ['empty', () => ''],
    ['torn', (text) => text.slice(0, -1)],
    ['cut within its head', (text) => text.slice(0, 20)],
    ['changed', (text) => text.replace('quoted', 'Quoted')],
    ['longer', (text) => `${text} `],
    ['of another version', (text) => text.replace('assay-cache-1', 'assay-cache-0')],
    ['no entry', () => '{"text":"hello"}'],
  ];
  test.each(DAMAGES)('%s, and can be kept anew', async (_what, damage) => {
    const at = folder();
    const cache = cacheIn(at);
    await cache.set(key('a'), VALUE);
    const file = fileOf(at, key('a'));
    writeFileSync(file, damage(readFileSync(file, 'utf8')));
    expect(await cache.get(key('a'))).toBeUndefined();
    await cache.set(key('a'), VALUE);
    expect(await cache.get(key('a'))).toEqual(VALUE);
  });

  test('under another key', async () => {
    const at = folder();
    const cache = cacheIn(at);
    await cache.set(key('a'), VALUE);
    mkdirSync(join(at, key('b').slice(0, 2)), { recursive: true });
    writeFileSync(fileOf(at, key('b')), readFileSync(fileOf(at, key('a'))));
    expect(await cache.get(key('b'))).toBeUndefined();
  });

  test('a folder in its place', async () => {
    const at = folder();
    mkdirSync(fileOf(at, key('a')), { recursive: true });
    expect(await cacheIn(at).get(key('a'))).toBeUndefined();
  });
});

describe('its size', () => {
  async function full(more: Partial<FileCacheOptions> = {}) {
    const at = folder();
    const cache = cacheIn(at, { mostBytes: 10_000, ...more });
    const keys = Array.from({ length: 12 }, (_, index) => key(index));
    const old = Date.now() / 1000 - 100 * HOUR_S;
    for (const [index, one] of keys.entries()) {
      await cacheIn(at, { mostBytes: 2 ** 30 }).set(one, 'x'.repeat(900));
      utimesSync(fileOf(at, one), old + index * HOUR_S, old + index * HOUR_S);
    }
    return { at, cache, keys };
  }

  test('is bounded: those that were used longest ago go, and a use counts', async () => {
    const { at, cache, keys } = await full();
    expect(await cache.get(keys[0] ?? '')).toBeDefined();
    await cache.set(key('last'), 'x'.repeat(900));
    await cache.close();
    const left = await Promise.all(keys.map(async (one) => (await cache.get(one)) !== undefined));
    expect(left).toEqual([true, ...Array.from({ length: 5 }, () => false), ...Array.from({ length: 6 }, () => true)]);
    expect((await cacheContents(at)).bytes).toBeLessThanOrEqual(8000);
  });

  test('is counted again when what was written since the first count is too much', async () => {
    const at = folder();
    const cache = cacheIn(at, { mostBytes: 10_000 });
    for (let index = 0; index < 40; index += 1) {
      await cache.set(key(index), 'x'.repeat(900));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await cache.close();
    const { entries, bytes } = await cacheContents(at);
    expect(bytes).toBeLessThanOrEqual(11_000);
    expect(entries).toBeGreaterThan(5);
  });

  test('holds for what is only read, once a lower bound is said', async () => {
    const { at, cache, keys } = await full();
    expect(await cache.get(keys[11] ?? '')).toBeDefined();
    await cache.close();
    expect((await cacheContents(at)).bytes).toBeLessThanOrEqual(8000);
    // Who reads with that bound again counts nothing.
    const late = key('late');
    mkdirSync(join(at, late.slice(0, 2)), { recursive: true });
    writeFileSync(join(at, late.slice(0, 2), late.slice(2)), 'x'.repeat(20_000));
    const again = cacheIn(at, { mostBytes: 10_000 });
    await again.get(keys[11] ?? '');
    await again.close();
    expect((await cacheContents(at)).bytes).toBeGreaterThan(20_000);
  });

  test('a lower bound removes entries that nobody reads any more, also where all of them together are within it', async () => {
    const at = folder();
    const before = cacheIn(at, { mostBytes: 20_000 });
    for (const [name, length] of [['a', 3000], ['b', 900]] as const) await before.set(key(name), 'x'.repeat(length));
    await before.close();
    const now = cacheIn(at, { mostBytes: 10_000 });
    await now.get(key('b'));
    await now.close();
    expect(await cacheContents(at)).toMatchObject({ entries: 1 });
    expect(await cacheIn(at, { mostBytes: 10_000 }).get(key('b'))).toBeDefined();
  });

  test('a process with a higher bound that writes after one with a lower has that hold again', async () => {
    const at = folder();
    const [high, low] = [cacheIn(at, { mostBytes: 100_000 }), cacheIn(at, { mostBytes: 10_000 })];
    await high.set(key('first'), 'x'.repeat(900));
    await low.get(key('first'));
    await low.close();
    for (let index = 0; index < 20; index += 1) await high.set(key(index), 'x'.repeat(900));
    await high.close();
    const later = cacheIn(at, { mostBytes: 10_000 });
    await later.get(key(3));
    await later.close();
    expect((await cacheContents(at)).bytes).toBeLessThanOrEqual(8000);
  });

  test('lets no entry in that would drive out most others', async () => {
    const at = folder();
    const cache = cacheIn(at, { mostBytes: 10_000 });
    await cache.set(key('a'), 'x'.repeat(3000));
    expect(await cache.get(key('a'))).toBeUndefined();
  });

  test('what a writer left that was killed goes in time; what is being written stays, and so does all that is none of its business', async () => {
    const { at, cache, keys } = await full();
    const shard = join(at, keys[0]?.slice(0, 2) ?? '');
    const [dead, fresh, other] = [`${'a'.repeat(62)}.1-1.tmp`, `${'b'.repeat(62)}.1-1.tmp`, 'notes.txt'].map((name) => join(shard, name));
    for (const file of [dead, fresh, other]) writeFileSync(file ?? '', '');
    const old = Date.now() / 1000 - 2 * HOUR_S;
    for (const file of [dead, other]) utimesSync(file ?? '', old, old);
    await cache.set(key('last'), 'x');
    await cache.close();
    expect([dead, fresh, other].map((file) => existsSync(file ?? ''))).toEqual([false, true, true]);
  });
});

test('a use is noted on disk once an hour at most', async () => {
  const at = folder();
  const cache = cacheIn(at);
  await cache.set(key('a'), VALUE);
  const file = fileOf(at, key('a'));
  const usedAt = (agoS: number): number => {
    const then = Math.floor(Date.now() / 1000 - agoS);
    utimesSync(file, then, then);
    return then * 1000;
  };
  const recent = usedAt(0.5 * HOUR_S);
  await cache.get(key('a'));
  expect(statSync(file).mtimeMs).toBe(recent);
  const old = usedAt(2 * HOUR_S);
  await cache.get(key('a'));
  expect(statSync(file).mtimeMs).toBeGreaterThan(old + HOUR_S * 1000);
});

test('what cannot be written is told once, and what is kept can still be read', async () => {
  const at = folder();
  const problems: string[] = [];
  await cacheIn(at).set(key('a'), VALUE);
  // A file where a folder of entries would be: no user may write below it, not even the first.
  const taken = Array.from({ length: 1000 }, (_, index) => key(index)).find((one) => one.slice(0, 2) !== key('a').slice(0, 2)) ?? '';
  writeFileSync(join(at, taken.slice(0, 2)), '');
  const cache = cacheIn(at, { onProblem: ({ message }) => problems.push(message) });
  await cache.set(taken, VALUE);
  await cache.set(key('c'), VALUE);
  expect(problems).toEqual([expect.stringMatching(/ENOTDIR|EEXIST/u)]);
  expect([await cache.get(key('a')), await cache.get(taken), await cache.get(key('c'))]).toEqual([VALUE, undefined, undefined]);
});

test('a folder in the place of an entry keeps that one out, and no other, and is told once; an empty one gives way', async () => {
  const at = folder();
  const [problems, obstacles]: [string[], string[]] = [[], []];
  const cache = cacheIn(at, { onProblem: ({ message }) => problems.push(message), onObstacle: (path) => obstacles.push(path) });
  for (const one of ['a', 'empty', 'other']) mkdirSync(fileOf(at, key(one)), { recursive: true });
  for (const one of ['a', 'other']) writeFileSync(join(fileOf(at, key(one)), 'notes.txt'), '');
  for (const one of ['a', 'b', 'empty', 'other']) await cache.set(key(one), VALUE);
  expect([await cache.get(key('a')), await cache.get(key('b')), await cache.get(key('empty')), problems]).toEqual([undefined, VALUE, VALUE, []]);
  expect(obstacles).toEqual([fileOf(at, key('a'))]);
});

test('whoever asks is told how large an entry is, and may have it wait', async () => {
  const at = folder();
  const cache = cacheIn(at);
  await cache.set(key('a'), 'x'.repeat(1000));
  const sizes: number[] = [];
  let release = (): void => undefined;
  const room = new Promise<void>((resolve) => (release = resolve));
  let read = false;
  const value = cache.get(key('a'), (bytes) => {
    sizes.push(bytes);
    return room;
  });
  void value.then(() => (read = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([sizes[0], read]).toEqual([statSync(fileOf(at, key('a'))).size, false]);
  release();
  expect(await value).toHaveLength(1000);
});

test('its contents are counted and cleared; what else lies there stays', async () => {
  const at = folder();
  expect(await cacheContents(at)).toEqual({ entries: 0, bytes: 0 });
  expect(await clearCache(at)).toEqual({ entries: 0, bytes: 0 });
  const cache = cacheIn(at);
  for (const of of ['a', 'b', 'c']) await cache.set(key(of), of);
  await cache.close();
  writeFileSync(join(at, 'README'), 'mine');
  mkdirSync(join(at, 'ab'), { recursive: true });
  writeFileSync(join(at, 'ab', 'notes.txt'), 'mine');
  const { entries, bytes, leastRecentUse = 0, mostRecentUse = 0 } = await cacheContents(at);
  expect(entries).toBe(3);
  expect(mostRecentUse - leastRecentUse).toBeLessThan(60_000);
  expect(await clearCache(at)).toEqual({ entries: 3, bytes });
  expect(readdirSync(at).toSorted()).toEqual(['.gitignore', 'README', 'ab']);
  expect(readdirSync(join(at, 'ab'))).toEqual(['notes.txt']);
});

describe('a claim', () => {
  const { signal } = new AbortController();

  test('becomes the entry, also when it was taken away meanwhile', async () => {
    for (const isTaken of [false, true]) {
      const at = folder();
      const cache = cacheIn(at);
      const claim = await cache.claim(key('a'), { signal });
      expect(readdirSync(join(at, key('a').slice(0, 2)))).toEqual([`${key('a').slice(2)}.claim`]);
      if (isTaken) rmSync(String(claim.file));
      await cache.set(key('a'), VALUE, claim);
      expect(await cache.get(key('a'))).toEqual(VALUE);
      expect(readdirSync(join(at, key('a').slice(0, 2)))).toEqual([key('a').slice(2)]);
    }
  });

  test('on what has been kept since says so', async () => {
    const at = folder();
    const cache = cacheIn(at);
    await cache.set(key('a'), VALUE);
    const claim = await cache.claim(key('a'), { signal });
    expect(claim.waited).toBe(true);
    claim.release();
  });

  test('that was left behind goes with the entries', async () => {
    const at = folder();
    await cacheIn(at).claim(key('a'), { signal });
    expect(await clearCache(at)).toEqual({ entries: 0, bytes: 0 });
    expect(existsSync(join(at, key('a').slice(0, 2)))).toBe(false);
  });
});
