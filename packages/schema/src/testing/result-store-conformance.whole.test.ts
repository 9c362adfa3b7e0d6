import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import { withShortPatience } from '../../test/short-patience.js';
import type { ResultStore } from '../contracts/result-store.js';
import type { RunReader } from '../contracts/run-reader.js';
import { StoreError } from '../errors/store-error.js';
import { UnstorableRowError } from '../errors/unstorable-row-error.js';
import type { ResultRow } from '../row/result-row.js';
import { UsageError } from '../errors/usage-error.js';
import { decodeManifest, decodeRow, encodeManifest, encodeRow } from '../row/row-codec.js';
import { decodeSummary, encodeSummary } from '../row/run-summary-schema.js';
import { resultStoreConformance, type ResultStoreSubject } from './result-store-conformance.js';

function lineOf(row: ResultRow): string {
  try {
    return `${JSON.stringify(encodeRow(row))}\n`;
  } catch (cause) {
    throw new UnstorableRowError('a row that is no line', { cause });
  }
}

async function rowsIn(file: string): Promise<ResultRow[]> {
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.filter((line) => line !== '').map((line) => decodeRow(JSON.parse(line)));
}

/** Locations that a store is open for: enough for one process. */
const open = new Set<string>();

/** A plain store on real files. */
function plainStore(location: string): ResultStore {
  if (open.has(location)) throw new UsageError('somebody writes this run');
  open.add(location);
  const rows = join(location, 'results.jsonl');
  const summaryFile = join(location, 'summary.json');
  let tail = Promise.resolve();
  let closed = false;
  const next = (work: () => Promise<void>): Promise<void> => {
    tail = tail.then(work);
    return tail;
  };
  return {
    location,
    keys: async () => new Set((await rowsIn(rows)).map(({ trialKey }) => trialKey)),
    async append(row) {
      if (closed) throw new StoreError('the store is closed');
      const line = lineOf(row);
      await next(async () => appendFile(rows, line));
    },
    writeManifest: (manifest) =>
      next(async () => {
        if (manifest.status === 'running') await rm(summaryFile, { force: true });
        await writeFile(join(location, 'run.json'), JSON.stringify(encodeManifest(manifest)));
      }),
    writeSummary: (summary) => next(async () => writeFile(summaryFile, JSON.stringify(encodeSummary(summary)))),
    flush: async () => tail,
    async close() {
      closed = true;
      await tail;
      open.delete(location);
    },
  };
}

/** The last row of every trial, in the order of finishing. */
function lastOnes(rows: readonly ResultRow[]): ResultRow[] {
  return rows.filter(({ trialKey }, index) => !rows.slice(index + 1).some((later) => later.trialKey === trialKey));
}

/** What `rows()` gives, then what comes, until the store is closed. */
async function* followed(location: string, signal: AbortSignal | undefined): AsyncGenerator<ResultRow> {
  const file = join(location, 'results.jsonl');
  let given = 0;
  for (;;) {
    if (signal?.aborted) return;
    const ended = !open.has(location);
    const rows = await rowsIn(file);
    const fresh = given === 0 ? lastOnes(rows) : rows.slice(given);
    given = rows.length;
    yield* fresh;
    if (ended) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A run on real files that keeps every promise. */
async function makeSubject(): Promise<ResultStoreSubject> {
  const location = await mkdtemp(join(tmpdir(), 'assay-store-'));
  const rows = join(location, 'results.jsonl');
  await writeFile(rows, '');
  return {
    store: plainStore(location),
    reopen: () => plainStore(location),
    open: () => ({
      location,
      async manifest() {
        const text = await readFile(join(location, 'run.json'), 'utf8').catch((cause: unknown) => {
          throw new StoreError('there is no manifest', { cause });
        });
        return decodeManifest(JSON.parse(text));
      },
      row: async (key) => (await rowsIn(rows)).findLast(({ trialKey }) => trialKey === key),
      async *rows() {
        yield* lastOnes(await rowsIn(rows));
      },
      follow: ({ signal } = {}) => followed(location, signal),
      async summary() {
        const text = await readFile(join(location, 'summary.json'), 'utf8').catch(() => undefined);
        return text === undefined ? undefined : decodeSummary(JSON.parse(text));
      },
    }),
    cleanUp: () => rm(location, { recursive: true }),
  };
}

type Break = (store: ResultStore) => Partial<ResultStore>;

const broken = (change: Break) => async (): Promise<ResultStoreSubject> => {
  const subject = await makeSubject();
  const altered = (store: ResultStore): ResultStore => ({ ...store, ...change(store) });
  return { ...subject, store: altered(subject.store), reopen: async () => altered(await subject.reopen()) };
};

test('a good store keeps every promise', async () => {
  expect(await brokenPromises(resultStoreConformance(makeSubject))).toEqual([]);
});

describe('a broken store fails the check of the promise that it breaks', () => {
  test.each<[string, Break, RegExp]>([
    ['a relative location', () => ({ location: 'runs/1' }), /absolute path/u],
    [
      'data keys renamed',
      (store) => ({
        append: async (row) => {
          lineOf(row);
          await store.append(JSON.parse(JSON.stringify(row).replaceAll('"max_tokens"', '"maxTokens"')));
        },
      }),
      /what is read equals what was written/u,
    ],
    ['only the first manifest kept', (store) => {
      let written = false;
      return {
        writeManifest: async (manifest) => {
          if (!written) await store.writeManifest(manifest);
          written = true;
        },
      };
    }, /a manifest replaces the one before|a summary is read back/u],
    [
      'close() that does not wait',
      (store) => {
        let tail = Promise.resolve();
        return {
          append: (row) => {
            tail = tail.then(() => new Promise((resolve) => setTimeout(resolve, 5))).then(() => store.append(row));
            // The folder is gone by the time that the late ones are written.
            tail.catch(() => undefined);
            return tail;
          },
          // Others are let in, and readers let go, while rows are still to come.
          close: async () => void open.delete(store.location),
        };
      },
      /(?:close|flush)\(\) resolves when|follow\(\) |cannot be stored fails alone|after close\(\) is refused|keys\(\) are those|the last row of a trial counts|a second store of a run/u,
    ],
    [
      'rows swallowed after close()',
      (store) => {
        let closed = false;
        return {
          append: async (row) => (closed ? undefined : store.append(row)),
          close: async () => {
            closed = true;
            await store.close();
          },
        };
      },
      /after close\(\) is refused/u,
    ],
    [
      'a row that cannot be stored ends the store',
      (store) => {
        let failure: unknown;
        return {
          async append(row) {
            if (failure) throw failure;
            try {
              await store.append(row);
            } catch (error) {
              failure = error;
              throw error;
            }
          },
        };
      },
      /cannot be stored fails alone/u,
    ],
    ['keys of this store alone', (store) => {
      const appended = new Set<string>();
      return {
        keys: async () => appended,
        append: async (row) => {
          await store.append(row);
          appended.add(row.trialKey);
        },
      };
    }, /keys\(\) are those|the last row of a trial counts/u],
    ['a summary that stays when the run goes on', (store) => {
      let kept: Parameters<ResultStore['writeSummary']>[0] | undefined;
      return {
        writeSummary: async (summary) => {
          kept = summary;
          await store.writeSummary(summary);
        },
        writeManifest: async (manifest) => {
          await store.writeManifest(manifest);
          if (kept) await store.writeSummary(kept);
        },
      };
    }, /a summary is read back/u],
  ])('%s', async (_title, change, promise) => {
    const failed = await brokenPromises(resultStoreConformance(broken(change)));
    expect(failed).not.toEqual([]);
    for (const name of failed) expect(name).toMatch(promise);
  });

  test('rows kept in memory until close()', async () => {
    withShortPatience();
    const lazy: Break = (store) => {
      const kept: (() => Promise<void>)[] = [];
      let closed = false;
      return {
        append: async (row) => {
          if (closed) throw new StoreError('closed');
          kept.push(() => store.append(row));
        },
        close: async () => {
          closed = true;
          for (const write of kept) await write();
          await store.close();
        },
      };
    };
    expect(await brokenPromises(resultStoreConformance(broken(lazy)))).toEqual([
      expect.stringContaining('cannot be stored fails alone'),
      expect.stringContaining('as soon as its append has resolved'),
      expect.stringContaining('flush() resolves when'),
      expect.stringContaining('keys() are those of the rows'),
      expect.stringContaining('the last row of a trial counts'),
      expect.stringContaining('rows() gives those'),
      expect.stringContaining('follow() gives'),
      expect.stringContaining('follow() ends without an error'),
    ]);
  });

  test('a reader that follows a run for ever that nobody writes any more', async () => {
    withShortPatience();
    const endless = async (): Promise<ResultStoreSubject> => {
      const subject = await makeSubject();
      const { location } = subject.store;
      return {
        ...subject,
        async open() {
          const reader: RunReader = await subject.open();
          return {
            ...reader,
            async *follow(options) {
              const isOver = !open.has(location);
              yield* reader.follow(options);
              if (isOver && options?.signal?.aborted !== true) await new Promise(() => undefined);
            },
          };
        },
      };
    };
    expect(await brokenPromises(resultStoreConformance(endless))).toEqual(['follow() of a run that nobody writes any more gives its rows, and ends']);
  });

  test('rows written in another order', async () => {
    const stack: Break = (store) => {
      let held: (() => Promise<void>) | undefined;
      let count = 0;
      const flush = async (): Promise<void> => {
        const write = held;
        held = undefined;
        await write?.();
      };
      return {
        append: async (row) => {
          count++;
          if (count === 2) {
            held = () => store.append(row);
            return;
          }
          await store.append(row);
          await flush();
        },
        flush: async () => {
          await flush();
          await store.flush();
        },
        close: async () => {
          await flush();
          await store.close();
        },
      };
    };
    expect(await brokenPromises(resultStoreConformance(broken(stack)))).toEqual([
      'rows are read back in the order in which they were appended',
      'what is read equals what was written, data keys and odd characters included',
      'the last row of a trial counts, and it counts once',
      expect.stringContaining('rows() gives those'),
      expect.stringContaining('follow() gives'),
    ]);
  });

  test('rows of a moment that are refused together, for one of them', async () => {
    const together: Break = (store) => {
      let moment: ResultRow[] = [];
      let written = Promise.resolve();
      const write = async (): Promise<void> => {
        const rows = moment;
        moment = [];
        for (const row of rows) lineOf(row);
        for (const row of rows) await store.append(row);
      };
      return {
        append: (row) => {
          if (moment.push(row) === 1) written = written.catch(() => undefined).then(write);
          return written;
        },
        flush: async () => written.catch(() => undefined),
        close: async () => {
          await written.catch(() => undefined);
          await store.close();
        },
      };
    };
    expect(await brokenPromises(resultStoreConformance(broken(together)))).toEqual([expect.stringContaining('cannot be stored fails alone')]);
  });

  test('rows of which some are lost when they come at once', async () => {
    const losing: Break = (store) => {
      let busy = false;
      return {
        append: async (row) => {
          if (busy) return;
          busy = true;
          try {
            await store.append(row);
          } finally {
            busy = false;
          }
        },
      };
    };
    expect(await brokenPromises(resultStoreConformance(broken(losing)))).toEqual([
      expect.stringContaining('cannot be stored fails alone'),
      expect.stringContaining('do not interleave, and none is lost'),
      expect.stringContaining('flush() resolves when'),
      expect.stringContaining('close() resolves when'),
    ]);
  });
});

test('two stores of one run, and readers that count a trial twice, are noticed', async () => {
  const careless = async (): Promise<ResultStoreSubject> => {
    const subject = await makeSubject();
    return {
      ...subject,
      reopen() {
        open.delete(subject.store.location);
        return subject.reopen();
      },
    };
  };
  expect(await brokenPromises(resultStoreConformance(careless))).toEqual([expect.stringContaining('a second store of a run is refused')]);
  const counting = async (): Promise<ResultStoreSubject> => {
    const subject = await makeSubject();
    const file = join(subject.store.location, 'results.jsonl');
    return {
      ...subject,
      open: async () => ({
        ...(await subject.open()),
        async *rows() {
          yield* await rowsIn(file);
        },
      }),
    };
  };
  expect(await brokenPromises(resultStoreConformance(counting))).toEqual([expect.stringContaining('the last row of a trial counts')]);
});

test('the subject is cleaned up even when a check fails', async () => {
  let cleaned = 0;
  const checks = resultStoreConformance(async () => {
    const subject = await broken(() => ({ location: 'relative' }))();
    return {
      ...subject,
      cleanUp: async () => {
        cleaned++;
        await subject.cleanUp?.();
      },
    };
  });
  expect(await brokenPromises(checks)).toHaveLength(1);
  expect(cleaned).toBe(checks.length);
});

/** A run whose reader is another one. */
const readBy = (change: (reader: RunReader) => Partial<RunReader>) => async (): Promise<ResultStoreSubject> => {
  const good = await makeSubject();
  return {
    ...good,
    async open() {
      const reader = await good.open();
      return { ...reader, ...change(reader) };
    },
  };
};

test.each<[string, (reader: RunReader) => Partial<RunReader>, RegExp]>([
  ['rows that come are given too', ({ location }) => ({
    async *rows() {
      for (let given = 0, rows = await rowsIn(join(location, 'results.jsonl')); given < rows.length; rows = await rowsIn(join(location, 'results.jsonl'))) yield rows[given++] as ResultRow;
    },
  }), /rows\(\) gives those that were there/u],
  ['a manifest that is made up', (reader) => ({ manifest: () => reader.manifest().catch(() => ({}) as never) }), /a manifest that nobody wrote/u],
])('a reader is noticed by which %s', async (_title, change, promise) => {
  expect((await brokenPromises(resultStoreConformance(readBy(change)))).join('\n')).toMatch(promise);
});

describe('a broken reader fails the check of the promise that it breaks', () => {
  test.each<[string, (reader: RunReader) => Partial<RunReader>]>([
    ['ends with the rows that are there', (reader) => ({ follow: () => reader.rows() })],
    ['gives rows twice', (reader) => ({
      async *follow(options) {
        for await (const row of reader.follow(options)) yield* [row, row];
      },
    })],
    ['keeps back other rows of a trial', (reader) => ({
      async *follow(options) {
        const seen = new Set<string>();
        for await (const row of reader.follow(options)) if (!seen.has(row.trialKey)) yield (seen.add(row.trialKey), row);
      },
    })],
  ])('follow() that %s', async (_title, change) => {
    withShortPatience();
    const broken = await brokenPromises(resultStoreConformance(readBy(change)));
    expect(broken.join('\n')).toMatch(/follow\(\) gives/u);
  });
});
