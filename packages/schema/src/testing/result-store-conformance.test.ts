import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { ResultStore } from '../contracts/result-store.js';
import { StoreError } from '../errors/store-error.js';
import { UnstorableRowError } from '../errors/unstorable-row-error.js';
import type { ResultRow } from '../row/result-row.js';
import { decodeManifest, decodeRow, encodeManifest, encodeRow } from '../row/row-codec.js';
import { resultStoreConformance, type ResultStoreSubject } from './result-store-conformance.js';

function lineOf(row: ResultRow): string {
  try {
    return `${JSON.stringify(encodeRow(row))}\n`;
  } catch (cause) {
    throw new UnstorableRowError('a row that is no line', { cause });
  }
}

/** A plain store on real files that keeps every promise. */
async function makeSubject(): Promise<ResultStoreSubject> {
  const location = await mkdtemp(join(tmpdir(), 'assay-store-'));
  const rows = join(location, 'results.jsonl');
  await writeFile(rows, '');
  let tail = Promise.resolve();
  let closed = false;
  const next = (work: () => Promise<void>): Promise<void> => {
    tail = tail.then(work);
    return tail;
  };
  return {
    store: {
      location,
      async append(row) {
        if (closed) throw new StoreError('the store is closed');
        const line = lineOf(row);
        await next(async () => appendFile(rows, line));
      },
      writeManifest: (manifest) =>
        next(async () => writeFile(join(location, 'run.json'), JSON.stringify(encodeManifest(manifest)))),
      flush: async () => tail,
      async close() {
        closed = true;
        await tail;
      },
    },
    open: () => ({
      location,
      manifest: async () => decodeManifest(JSON.parse(await readFile(join(location, 'run.json'), 'utf8'))),
      async *rows() {
        const text = await readFile(rows, 'utf8');
        for (const line of text.split('\n')) if (line !== '') yield decodeRow(JSON.parse(line));
      },
    }),
    cleanUp: () => rm(location, { recursive: true }),
  };
}

type Break = (store: ResultStore) => Partial<ResultStore>;

const broken = (change: Break) => async (): Promise<ResultStoreSubject> => {
  const subject = await makeSubject();
  return { ...subject, store: { ...subject.store, ...change(subject.store) } };
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
    }, /a manifest replaces the one before/u],
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
          close: async () => {},
        };
      },
      /(?:close|flush)\(\) resolves when|cannot be stored fails alone|after close\(\) is refused/u,
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
  ])('%s', async (_title, change, promise) => {
    const failed = await brokenPromises(resultStoreConformance(broken(change)));
    expect(failed).not.toEqual([]);
    for (const name of failed) expect(name).toMatch(promise);
  });

  test('rows kept in memory until close()', async () => {
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
    ]);
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
        close: async () => {
          await flush();
          await store.close();
        },
      };
    };
    expect(await brokenPromises(resultStoreConformance(broken(stack)))).toEqual([
      'rows are read back in the order in which they were appended',
      'what is read equals what was written, data keys and odd characters included',
    ]);
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
      expect.stringContaining('do not interleave, and none is lost'),
      expect.stringContaining('flush() resolves when'),
      expect.stringContaining('close() resolves when'),
    ]);
  });
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
