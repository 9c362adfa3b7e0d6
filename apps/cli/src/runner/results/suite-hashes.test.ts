import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultStore, RunManifest, Suite } from '@assay/schema';
import { sampleManifest } from '@assay/schema/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashSuites, withHashes } from './suite-hashes.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-hashes-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function suiteOf(name: string, texts: readonly string[], size: number | undefined): Promise<Suite> {
  const files = await Promise.all(
    texts.map(async (text, index) => {
      const file = join(folder, `${name}-${index}.yaml`);
      await writeFile(file, text);
      return file;
    }),
  );
  return {
    name,
    path: 'suite.yaml',
    dialect: 'eval-case',
    file: files[0] ?? folder,
    ...(files.length > 1 ? { sources: files } : {}),
    description: '',
    execution: {},
    targets: [],
    size,
    async *cases() {},
  };
}

describe('the manifest names suites by content', () => {
  test('a file has the hash that sha256sum prints', async () => {
    const suite = await suiteOf('one', ['evalcases: []'], 0);
    const hashes = await hashSuites([suite]);
    expect(hashes.of(suite)).toBe(createHash('sha256').update('evalcases: []').digest('hex'));
  });

  test('several files are one hash, and moving text between them changes it', async () => {
    const suites = await Promise.all([suiteOf('a', ['ab', 'c'], 2), suiteOf('b', ['a', 'bc'], 2), suiteOf('c', ['ab', 'c'], 2)]);
    const hashes = await hashSuites(suites);
    const [first, second, third] = suites.map((suite) => hashes.of(suite));
    expect(first).toMatch(/^[\da-f]{64}$/u);
    expect(second).not.toBe(first);
    expect(third).toBe(first);
  });

  test('a file that is gone has none', async () => {
    const suite = { ...(await suiteOf('gone', ['x'], 1)), file: join(folder, 'missing.yaml') };
    expect((await hashSuites([suite])).of(suite)).toBeNull();
  });

  test('a streamed file is hashed for the last manifest only', async () => {
    const suite = await suiteOf('streamed', ['{"id": 1}\n'], undefined);
    const hashes = await hashSuites([suite]);
    const written: RunManifest[] = [];
    const store: ResultStore = {
      location: folder,
      keys: async () => new Set(),
      append: async () => undefined,
      flush: async () => undefined,
      writeManifest: async (manifest) => void written.push(manifest),
      writeSummary: async () => undefined,
      close: async () => undefined,
    };
    const hashing = withHashes(store, hashes, [suite]);
    const suites = [{ name: 'streamed', path: 'suite.yaml', dialect: 'eval-case' as const, file: 's.jsonl', sha256: hashes.of(suite) }];
    await hashing.writeManifest(sampleManifest({ status: 'running', suites }));
    await hashing.writeManifest(sampleManifest({ status: 'finished', suites }));
    const sha256 = createHash('sha256').update('{"id": 1}\n').digest('hex');
    expect(written.map((manifest) => manifest.suites[0]?.sha256)).toEqual([null, sha256]);
  });
});
