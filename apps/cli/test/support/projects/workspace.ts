import { mkdtemp, mkdir, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { decodeManifest, decodeRow, type ResultRow, type RunManifest } from '@assay/schema';
import { afterAll, onTestFinished } from 'vitest';

export interface Workspace {
  readonly folder: string;
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
  read(file: string): Promise<string>;
  /** Removes a file or a folder with all that is in it. */
  remove(path: string): Promise<void>;
  /** The rows of the only run (or of the given folder). */
  rows(run?: string): Promise<readonly ResultRow[]>;
  manifest(run?: string): Promise<RunManifest>;
}

/**
 * For a folder that the tests of a file share, made in their `beforeAll`: removes it after the last of them. To be called beside the hooks,
 * since a hook that is registered inside of another one never runs.
 */
export function removeAtEnd(): (remove: () => Promise<void>) => void {
  const removals: (() => Promise<void>)[] = [];
  afterAll(async () => {
    await Promise.all(removals.map((remove) => remove()));
  });
  return (remove) => void removals.push(remove);
}

/** A project folder of its own, removed when the test has finished. */
export async function createWorkspace(files: Readonly<Record<string, string | Uint8Array>> = {}, whenDone: (remove: () => Promise<void>) => void = onTestFinished): Promise<Workspace> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-test-')));
  whenDone(() => rm(folder, { recursive: true, force: true }));

  const write: Workspace['write'] = async (contents) => {
    for (const [file, content] of Object.entries(contents)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), content);
    }
  };

  const runFolder = async (run: string | undefined): Promise<string> => {
    if (run) return join(folder, run);
    const runs = await readdir(join(folder, '.assay/runs'));
    const [only] = runs;
    if (!only || runs.length > 1) throw new Error(`expected one run, found ${runs.length}`);
    return join(folder, '.assay/runs', only);
  };

  await write({ 'package.json': '{}', ...files });
  return {
    folder,
    write,
    read: (file) => readFile(join(folder, file), 'utf8'),
    remove: (path) => rm(join(folder, path), { recursive: true }),
    async rows(run) {
      const text = await readFile(join(await runFolder(run), 'results.jsonl'), 'utf8');
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => decodeRow(JSON.parse(line)));
    },
    async manifest(run) {
      return decodeManifest(JSON.parse(await readFile(join(await runFolder(run), 'run.json'), 'utf8')));
    },
  };
}
