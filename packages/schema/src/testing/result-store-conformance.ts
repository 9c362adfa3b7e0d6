import assert from 'node:assert/strict';
import { isAbsolute } from 'node:path';
import type { ResultStore } from '../contracts/result-store.js';
import type { RunReader } from '../contracts/run-reader.js';
import type { JsonValue } from '../domain/json.js';
import { StoreError } from '../errors/store-error.js';
import { UnstorableRowError } from '../errors/unstorable-row-error.js';
import { UsageError } from '../errors/usage-error.js';
import type { ResultRow } from '../row/result-row.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { deepFreeze } from '../json/deep-freeze.js';
import { edgeCaseRows } from './samples/edge-case-rows.js';
import { sampleManifest } from './samples/sample-manifest.js';
import { sampleRow } from './samples/sample-row.js';
import { sampleSummary } from './samples/sample-summary.js';

/** A store of a new, empty run. */
export interface ResultStoreSubject {
  readonly store: ResultStore;
  /** Makes another store of the same run, as another process would. */
  reopen(): ResultStore | Promise<ResultStore>;
  /** Opens what the store has written, as another process would. */
  open(): RunReader | Promise<RunReader>;
  /** Removes what the subject made. The suite closes the store itself. */
  cleanUp?(): void | Promise<void>;
}

async function readRows(subject: ResultStoreSubject): Promise<ResultRow[]> {
  const reader = await subject.open();
  const rows: ResultRow[] = [];
  for await (const row of reader.rows()) rows.push(row);
  return rows;
}

function numberedRows(count: number, text: (index: number) => string): ResultRow[] {
  return Array.from({ length: count }, (_, index) =>
    deepFreeze(
      sampleRow({
        trialKey: `trial-${index}`,
        output: { text: text(index), messages: [], toolCalls: [] },
      }),
    ),
  );
}

const byKey = (a: ResultRow, b: ResultRow): number => a.trialKey.localeCompare(b.trialKey, 'en', { numeric: true });

/** The store holds the keys `trial-0` and on, and no other. */
async function checkKeys(store: ResultStore, count: number): Promise<void> {
  const keys = await store.keys();
  assert.equal(keys.size, count);
  const names = Array.from({ length: count + 5 }, (_, index) => `trial-${index}`);
  assert.deepEqual(names.filter((key) => keys.has(key)), names.slice(0, count));
}

/** Within which a row must have come that is written, in milliseconds: nobody waits for ever for one that does not. */
const FOLLOWED_MS = 5_000;

async function soon<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new assert.AssertionError({ message: `${what} did not come within ${FOLLOWED_MS} ms` })), FOLLOWED_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

type StoreCheck = (subject: ResultStoreSubject) => Promise<void>;

const CHECKS: Readonly<Record<string, StoreCheck>> = {
  'the location is an absolute path': async ({ store }) => {
    assert.ok(isAbsolute(store.location), `not absolute: ${store.location}`);
    await store.close();
  },

  'rows are read back in the order in which they were appended': async (subject) => {
    const rows = numberedRows(5, (index) => `reply ${index}`).toReversed();
    for (const row of rows) await subject.store.append(row);
    await subject.store.close();
    assert.deepEqual(
      (await readRows(subject)).map((row) => row.trialKey),
      rows.map((row) => row.trialKey),
    );
  },

  'a row that cannot be stored fails alone': async (subject) => {
    let deep: JsonValue = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const toolCalls = [{ tool: 'dig', input: deep }];
    const odd = sampleRow({ trialKey: 'deep', output: { text: '', messages: [], toolCalls } });
    await assert.rejects(subject.store.append(odd), UnstorableRowError);
    await subject.store.append(sampleRow({ trialKey: 'next' }));
    // Rows of a moment may be written together.
    const moment = [sampleRow({ trialKey: 'before' }), odd, sampleRow({ trialKey: 'after' })].map((row) => subject.store.append(row));
    const [before, refused, after] = await Promise.allSettled(moment);
    assert.ok(refused?.status === 'rejected' && refused.reason instanceof UnstorableRowError, 'it is not refused beside others');
    assert.deepEqual([before?.status, after?.status], ['fulfilled', 'fulfilled'], 'rows of the same moment are refused with it');
    await subject.store.close();
    assert.deepEqual(
      (await readRows(subject)).map((row) => row.trialKey).toSorted(),
      ['after', 'before', 'next'],
    );
  },

  'a row can be read as soon as its append has resolved, before the store is closed': async (subject) => {
    await subject.store.append(deepFreeze(sampleRow()));
    const rows = await readRows(subject);
    await subject.store.close();
    assert.equal(rows.length, 1, 'the row was kept in memory and would be lost in a crash');
  },

  'rows that are appended at once do not interleave, and none is lost': async (subject) => {
    const rows = numberedRows(40, (index) => `${index}:`.repeat(index % 2 === 0 ? 1 : 50_000));
    await Promise.all(rows.map((row) => subject.store.append(row)));
    await subject.store.close();
    assert.deepEqual((await readRows(subject)).toSorted(byKey), rows);
  },

  'what is read equals what was written, data keys and odd characters included': async (subject) => {
    const rows = edgeCaseRows().map((row) => deepFreeze(row));
    for (const row of rows) await subject.store.append(row);
    await subject.store.close();
    assert.deepEqual(await readRows(subject), rows);
  },

  'a manifest replaces the one before and leaves the rows alone': async (subject) => {
    const first = deepFreeze(sampleManifest({ options: { max_cases: 10, 'dry-run': false } }));
    const last = deepFreeze(
      sampleManifest({ status: 'finished', finishedAt: '2026-01-01T00:01:00.000Z', rows: 1, judges: ['a'] }),
    );
    await subject.store.writeManifest(first);
    assert.deepEqual(await (await subject.open()).manifest(), first);
    await subject.store.append(sampleRow());
    await subject.store.writeManifest(last);
    await subject.store.close();
    assert.deepEqual(await (await subject.open()).manifest(), last);
    assert.equal((await readRows(subject)).length, 1, 'rows after the manifest was replaced');
  },

  'flush() resolves when the rows so far are on disk, and more may follow': async (subject) => {
    const pending = numberedRows(5, () => '').map((row) => subject.store.append(row));
    await subject.store.flush();
    assert.equal((await readRows(subject)).length, 5, 'rows after flush()');
    await Promise.all(pending);
    await subject.store.append(sampleRow({ trialKey: 'one more' }));
    await subject.store.close();
    assert.equal((await readRows(subject)).length, 6, 'rows after one more');
  },

  'close() resolves when every row that was handed over is on disk': async (subject) => {
    const rows = numberedRows(40, () => 'x'.repeat(20_000));
    const pending = Promise.allSettled(rows.map((row) => subject.store.append(row)));
    await subject.store.close();
    const read = await readRows(subject);
    const refused = (await pending).filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 0, 'a row that was handed over before close() was refused');
    assert.equal(read.length, rows.length);
  },

  'a row that is appended after close() is refused with a StoreError, not lost in silence': async ({ store }) => {
    await store.close();
    await assert.rejects(async () => store.append(sampleRow()), StoreError);
  },

  'keys() are those of the rows, also of rows that an earlier store kept': async (subject) => {
    assert.equal((await subject.store.keys()).size, 0, 'keys of a new run');
    const rows = numberedRows(30, (index) => `"trial_key":"trial-${index + 30}"`);
    for (const row of rows) await subject.store.append(row);
    await checkKeys(subject.store, 30);
    await subject.store.close();
    const next = await subject.reopen();
    await checkKeys(next, 30);
    await next.append(sampleRow({ trialKey: 'trial-30' }));
    await checkKeys(next, 31);
    await next.close();
  },

  'the last row of a trial counts, and it counts once': async (subject) => {
    const [first, second, third] = ['first', 'second', 'third'].map((text) =>
      deepFreeze(sampleRow({ trialKey: 'again', output: { text, messages: [], toolCalls: [] } })),
    ) as [ResultRow, ResultRow, ResultRow];
    const others = numberedRows(2, () => '');
    for (const row of [first, ...others, second]) await subject.store.append(row);
    assert.deepEqual(await readRows(subject), [...others, second]);
    await subject.store.close();
    const next = await subject.reopen();
    await next.append(third);
    assert.equal((await next.keys()).size, 3, 'keys of three trials');
    await next.close();
    assert.deepEqual(await readRows(subject), [...others, third]);
    const reader = await subject.open();
    assert.deepEqual(await reader.row('again'), third);
    assert.deepEqual(await reader.row('trial-1'), others[1]);
    assert.equal(await reader.row('trial-2'), undefined);
  },

  'rows() gives those that were there when the first was asked for': async (subject) => {
    const [first, second, late] = numberedRows(3, () => '') as [ResultRow, ResultRow, ResultRow];
    await subject.store.append(first);
    await subject.store.append(second);
    const rows = (await subject.open()).rows()[Symbol.asyncIterator]();
    assert.deepEqual((await rows.next()).value, first);
    await subject.store.append(late);
    await subject.store.append(deepFreeze({ ...second, score: 0.25 }));
    const rest: ResultRow[] = [];
    for (let next = await rows.next(); next.done !== true; next = await rows.next()) rest.push(next.value as ResultRow);
    assert.deepEqual(rest, [second], 'rows that came meanwhile are among them, or take the place of others');
    await subject.store.close();
  },

  'a manifest that nobody wrote is a StoreError': async (subject) => {
    await subject.store.append(sampleRow());
    await assert.rejects(async () => (await subject.open()).manifest(), StoreError);
    await subject.store.close();
  },

  'a second store of a run is refused while the first is open': async (subject) => {
    await assert.rejects(async () => subject.reopen(), UsageError);
    await subject.store.append(sampleRow());
    await subject.store.close();
    const next = await subject.reopen();
    await assert.rejects(async () => subject.reopen(), UsageError);
    await next.close();
    assert.equal((await readRows(subject)).length, 1, 'rows of the first store');
  },

  'follow() gives the last row of each trial, then those that come, each once, and ends when the store is closed': async (subject) => {
    const texts = ['first', 'second', 'third'].map((text) => deepFreeze(sampleRow({ trialKey: 'again', output: { text, messages: [], toolCalls: [] } })));
    const [first, second, third] = texts as [ResultRow, ResultRow, ResultRow];
    const others = numberedRows(3, () => '') as [ResultRow, ResultRow, ResultRow];
    for (const row of [first, others[0], second]) await subject.store.append(row);
    const rows = (await subject.open()).follow()[Symbol.asyncIterator]();
    const next = async (): Promise<ResultRow | undefined> => (await soon(rows.next(), 'a row')).value as ResultRow | undefined;
    assert.deepEqual([await next(), await next()], [others[0], second], 'the rows that are there');
    const [waited] = await Promise.all([next(), subject.store.append(others[1])]);
    assert.deepEqual(waited, others[1], 'a row that comes');
    await subject.store.append(third);
    assert.deepEqual(await next(), third, 'another row of a trial that had one');
    await subject.store.append(others[2]);
    await subject.store.close();
    assert.deepEqual(await next(), others[2], 'the last row, of a store that is closed');
    assert.equal((await soon(rows.next(), 'the end')).done, true, 'nobody writes the run any more');
  },

  'follow() of a run that nobody writes any more gives its rows, and ends': async (subject) => {
    const rows = numberedRows(2, () => '');
    for (const row of rows) await subject.store.append(row);
    await subject.store.close();
    const given: ResultRow[] = [];
    const following = (await subject.open()).follow()[Symbol.asyncIterator]();
    for (let next = await soon(following.next(), 'a row'); next.done !== true; next = await soon(following.next(), 'a row, or the end')) given.push(next.value);
    assert.deepEqual(given, rows);
  },

  'follow() ends without an error when it is told to, whether it waits or reads': async (subject) => {
    await subject.store.append(sampleRow());
    const controller = new AbortController();
    const rows = (await subject.open()).follow({ signal: controller.signal })[Symbol.asyncIterator]();
    assert.equal((await soon(rows.next(), 'a row')).done, false);
    const waiting = rows.next();
    controller.abort();
    assert.equal((await soon(waiting, 'the end')).done, true, 'it waited for a row');
    const late = (await subject.open()).follow({ signal: controller.signal })[Symbol.asyncIterator]();
    assert.equal((await late.next()).done, true, 'it was told before it began');
    await subject.store.close();
  },

  'a summary is read back as it was written, and goes when the run goes on': async (subject) => {
    const summary = deepFreeze(sampleSummary({ threshold: 0.5, problemCount: 3 }));
    const read = async (): Promise<unknown> => (await subject.open()).summary();
    await subject.store.writeManifest(sampleManifest());
    assert.equal(await read(), undefined, 'a summary of a run that goes on');
    await subject.store.writeSummary(sampleSummary());
    await subject.store.writeSummary(summary);
    await subject.store.writeManifest(sampleManifest({ status: 'finished', rows: 1 }));
    assert.deepEqual(await read(), summary);
    await subject.store.writeManifest(sampleManifest());
    assert.equal(await read(), undefined, 'the summary of before, while the run goes on');
    await subject.store.close();
  },
};

/**
 * What every {@link ResultStore} promises, with its reader. `makeSubject` makes a fresh subject
 * for each check.
 */
export function resultStoreConformance(
  makeSubject: () => ResultStoreSubject | Promise<ResultStoreSubject>,
): readonly ConformanceCheck[] {
  return Object.entries(CHECKS).map(([name, check]) => ({
    name,
    run: async () => {
      const subject = await makeSubject();
      try {
        await check(subject);
      } finally {
        await subject.cleanUp?.();
      }
    },
  }));
}
