import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, open, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResultRow, RunManifest } from '@assay/schema';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bundle } from '../../test/bundle.js';
import { collect, row } from '../../test/samples.js';
import { createRunStore } from './create-run-store.js';
import { openRun } from './open-run.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-store-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const manifest: RunManifest = {
  schemaVersion: 1,
  runId: 'run-1',
  status: 'running',
  assayVersion: '1.0.0',
  nodeVersion: 'v20',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  suites: [{ name: 'math', path: 'evals/math.yaml', dialect: 'eval-case', file: 'evals/math.yaml', sha256: null }],
  targets: [{ name: 'mock', provider: 'mock' }],
  judges: [],
  options: { concurrency: 5 },
  cwd: '../..',
  identity: { salt: 'aa', targets: [{ name: 'mock', written: 'b', resolved: 'c' }] },
  rows: 0,
};

async function keysIn(folder: string): Promise<string[]> {
  const reader = await openRun(folder);
  return (await collect(reader.rows())).map(({ trialKey }) => trialKey);
}

describe('createRunStore', () => {
  test('makes the folder, appends rows in order, one per line, and reads them back equal', async () => {
    const folder = join(directory, 'deep', 'run-1');
    const store = await createRunStore(folder);
    const rows = Array.from({ length: 200 }, (_, index) => row({ trialKey: `key-${index}`, input: [{ role: 'user', content: 'ž\n"\u2028' }] }));
    await Promise.all(rows.map((row) => store.append(row)));
    await store.close();
    expect(store.location).toBe(folder);
    expect((await readFile(join(folder, 'results.jsonl'), 'utf8')).split('\n')).toHaveLength(201);
    expect(await collect((await openRun(folder)).rows())).toEqual(rows);
  });

  test('an append has reached the file when it resolves', async () => {
    const store = await createRunStore(directory, { fsync: true });
    await store.append(row({ trialKey: 'one' }));
    expect(await keysIn(directory)).toEqual(['one']);
    await store.append(row({ trialKey: 'two' }));
    expect(await keysIn(directory)).toEqual(['one', 'two']);
    await store.close();
  });

  test('a continued run keeps its rows, and a torn last line does not spoil the next one', async () => {
    const first = await createRunStore(directory);
    await first.append(row({ trialKey: 'one' }));
    await first.close();
    await appendFile(join(directory, 'results.jsonl'), '{"schema_version":1,"run_id":"ru');
    const second = await createRunStore(directory);
    await second.append(row({ trialKey: 'two' }));
    await second.close();
    expect(await keysIn(directory)).toEqual(['one', 'two']);
  });

  test('run.json is replaced in one step, also by manifests written at once, and leaves nothing beside it', async () => {
    const store = await createRunStore(directory);
    await Promise.all([0, 1, 2].map((rows) => store.writeManifest({ ...manifest, rows })));
    await store.writeManifest({ ...manifest, status: 'finished', rows: 3 });
    await store.close();
    expect(await (await openRun(directory)).manifest()).toEqual({ ...manifest, status: 'finished', rows: 3 });
    expect((await readdir(directory)).toSorted()).toEqual(['results.jsonl', 'run.json']);
  });

  test('a manifest that could not be written costs neither the next one nor the closing', async () => {
    const folder = join(directory, 'run');
    const store = await createRunStore(folder);
    const inTheWay = join(folder, 'run.json', 'x');
    await mkdir(inTheWay, { recursive: true });
    await expect(store.writeManifest(manifest)).rejects.toMatchObject({ code: 'store' });
    await rm(join(folder, 'run.json'), { recursive: true });
    await store.writeManifest({ ...manifest, rows: 1 });
    expect(await (await openRun(folder)).manifest()).toMatchObject({ rows: 1 });
    await rm(join(folder, 'run.json'));
    await mkdir(inTheWay, { recursive: true });
    await expect(store.writeManifest(manifest)).rejects.toMatchObject({ code: 'store' });
    await store.close();
  });

  test('closing waits for the manifest that is under way', async () => {
    const store = await createRunStore(directory);
    const written = store.writeManifest({ ...manifest, status: 'finished' });
    await store.close();
    expect(await (await openRun(directory)).manifest()).toMatchObject({ status: 'finished' });
    await written;
  });

  test('details that JSON has no form for do not cost the row', async () => {
    const circular: Record<string, unknown> = { big: 10n ** 20n };
    circular['self'] = circular;
    const shared = { a: 1 };
    const details = { circular, twice: [shared, shared] } as never;
    const store = await createRunStore(directory);
    await store.append(row({ evaluators: [{ name: 'e', type: 'e', weight: 1, score: 1, details }] }));
    await store.close();
    const [read] = await collect((await openRun(directory)).rows());
    expect(read?.evaluators[0]?.details).toEqual({
      circular: { big: '100000000000000000000', self: '[circular]' },
      twice: [shared, shared],
    });
  });

  test('close may be called again, and a row after it is refused with the reason', async () => {
    const store = await createRunStore(directory);
    await store.close();
    await store.close();
    await expect(store.append(row())).rejects.toThrow(`cannot write ${join(directory, 'results.jsonl')}: its store is closed`);
  });

  test('a path through a file is an error with path and reason', async () => {
    await writeFile(join(directory, 'file'), '');
    await expect(createRunStore(join(directory, 'file', 'run'))).rejects.toMatchObject({
      code: 'store',
      message: `cannot create the run folder ${join(directory, 'file', 'run')}: a part of the path is no folder (ENOTDIR)`,
      hint: expect.any(String),
    });
  });

  test('a folder where results.jsonl should be is an error with path and reason', async () => {
    await mkdir(join(directory, 'results.jsonl'));
    await expect(createRunStore(directory)).rejects.toThrow(/cannot \w+ .*results\.jsonl: a folder stands where a file is needed \(EISDIR\)/u);
  });

  test.runIf(process.platform === 'linux')('a full disk fails the append and every one after it, with path and reason', async () => {
    await symlink('/dev/full', join(directory, 'results.jsonl'));
    const store = await createRunStore(directory);
    const message = `cannot write ${join(directory, 'results.jsonl')}: no space left on the disk (ENOSPC)`;
    await expect(store.append(row())).rejects.toMatchObject({ code: 'store', message });
    await expect(store.append(row())).rejects.toMatchObject({ code: 'store', message });
    await store.close();
  });

  test('kill -9 while rows are written leaves a folder that can be read and continued', async () => {
    const source = fileURLToPath(new URL('../../test/write-rows-forever.ts', import.meta.url));
    const script = await bundle(source, join(directory, 'bundle'));
    const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    // The child says "row" for each row that was acknowledged.
    let acknowledged = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      acknowledged += chunk.toString('latin1').split('\n').length - 1;
      if (acknowledged > 300) child.kill('SIGKILL');
    });
    const [, killedBy] = (await once(child, 'close')) as [number | null, string | null];
    expect(killedBy).toBe('SIGKILL');
    const before = await keysIn(directory);
    expect(before.length).toBeGreaterThanOrEqual(acknowledged);
    expect(new Set(before).size).toBe(before.length);
    const store = await createRunStore(directory);
    await store.append(row({ trialKey: 'after' } satisfies Partial<ResultRow>));
    const keys = await store.keys();
    expect(keys.size).toBe(before.length + 1);
    expect([...before, 'after'].filter((key) => !keys.has(key))).toEqual([]);
    await store.close();
    expect(await keysIn(directory)).toEqual([...before, 'after']);
  });
});

/** How often it was waited for the disk. */
async function waits(): Promise<() => number> {
  const handle = await open(directory);
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync');
  await handle.close();
  return () => sync.mock.calls.length;
}

describe('the disk is waited for', () => {
  afterEach(() => void vi.restoreAllMocks());

  test('by every manifest but the first one of a new run, with which nothing can be lost', async () => {
    const store = await createRunStore(directory);
    const waited = await waits();
    const counts: number[] = [];
    for (const status of ['running', 'running', 'finished'] as const) {
      await store.writeManifest({ ...manifest, status });
      counts.push(waited());
    }
    expect(counts).toEqual([0, 1, 2]);
    await store.close();
  });

  test.each([
    ['of a run that ends at once', {}, 'finished'],
    ['where rows are to survive a power cut', { fsync: true }, 'running'],
  ] as const)('by the first one %s', async (_, options, status) => {
    const store = await createRunStore(directory, options);
    const waited = await waits();
    await store.writeManifest({ ...manifest, status });
    expect(waited()).toBe(1);
    await store.close();
  });

  test('by the first one of a run that is continued', async () => {
    const before = await createRunStore(directory);
    await before.writeManifest(manifest);
    await before.close();
    const store = await createRunStore(directory);
    const waited = await waits();
    await store.writeManifest(manifest);
    expect(waited()).toBe(1);
    await store.close();
  });
});
