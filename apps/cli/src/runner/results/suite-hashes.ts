import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { suiteKey, type ResultStore, type Suite } from '@assay/schema';

/** What the files of suites are, by their content. */
export interface SuiteHashes {
  /** SHA-256 of a suite's files in hex; null when they have not been read to their end, or cannot be. */
  of(suite: Suite): string | null;
  /** Reads the files of all suites whose cases are streamed. Those read whole were hashed at the beginning. */
  complete(): Promise<void>;
}

/** One hash over all files in order. A file's end counts, so that moving text between files changes it. */
async function hashFiles(files: readonly string[]): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for (const file of files) {
      let size = 0;
      for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
      }
      // Hashing one file gives what `sha256sum` gives.
      if (files.length > 1) hash.update(`\0${size}\0`);
    }
    return hash.digest('hex');
  } catch {
    // The manifest tells that it is unknown; the run itself does not need it.
    return null;
  }
}

/**
 * Hashes the files of suites for the manifest. Streamed files may be large, so they are left to
 * {@link SuiteHashes.complete}, after the run.
 */
export async function hashSuites(suites: readonly Suite[]): Promise<SuiteHashes> {
  const hashes = new Map<Suite, string | null>();
  const add = async (suite: Suite): Promise<void> => {
    hashes.set(suite, await hashFiles(suite.sources ?? [suite.file]));
  };
  const streamed = suites.filter(({ size }) => size === undefined);
  await Promise.all(suites.filter((suite) => !streamed.includes(suite)).map(add));
  let completing: Promise<unknown> | undefined;
  return {
    of: (suite) => hashes.get(suite) ?? null,
    async complete() {
      await (completing ??= Promise.all(streamed.map(add)));
    },
  };
}

/** The store of a run whose last manifest waits until every hash is known. */
export function withHashes(store: ResultStore, hashes: SuiteHashes, suites: readonly Suite[]): ResultStore {
  return {
    ...store,
    async writeManifest(manifest) {
      if (manifest.status === 'running') return store.writeManifest(manifest);
      await hashes.complete();
      const sha256 = new Map(suites.map((suite) => [suiteKey({ suite: suite.name, suitePath: suite.path }), hashes.of(suite)]));
      return store.writeManifest({
        ...manifest,
        suites: manifest.suites.map((suite) => ({ ...suite, sha256: sha256.get(suiteKey({ suite: suite.name, suitePath: suite.path })) ?? null })),
      });
    },
  };
}
