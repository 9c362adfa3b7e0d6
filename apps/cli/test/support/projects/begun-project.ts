import { expect, test } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from './workspace.js';

/** What `assay init` writes. */
export const FILES = ['evals/shop.yaml', 'evals/demo-assistant.mjs', '.assay/targets.yaml', '.assay/config.yaml', '.gitignore'];

/** A folder with these files in which `assay init` was called. */
export async function project(files: Readonly<Record<string, string>> = {}, ...args: string[]) {
  const workspace = await createWorkspace(files);
  const run = (...all: string[]) => runAssay(all, { cwd: workspace.folder });
  return { workspace, run, made: await run('init', ...args) };
}

/** What `assay init --from` writes of these tables is valid, and they run with it. */
export const testTables = (rows: readonly (readonly [what: string, name: string, content: string])[]): void =>
  test.each(rows)('what it writes of %s can be run', async (_, name, content) => {
    const { run, made } = await project({ [name]: content }, '--from', name);
    expect(made.exitCode).toBe(0);
    expect((await run('validate', name)).stdout).toContain('0 errors');
    // A judge that is no judge leaves replies without a score; all of them are asked.
    const ran = await run('run', name, '--target', 'mock', '--judge', 'mock', '--json');
    expect([0, 1, 3]).toContain(ran.exitCode);
    // In its folder the sidecar is none of the suites.
    if (!name.endsWith('.json')) expect(await run('validate', '.')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 suite') as string });
  });

/** What `assay init --from` says of files that are no tables it can use. */
export const testNoTables = (rows: readonly (readonly [what: string, name: string, files: Readonly<Record<string, string | Uint8Array>>, message: string])[]): void =>
  test.each(rows)('of %s it says what is wrong, and writes nothing', async (_, name, files, message) => {
    const { workspace, made } = await project(files as Readonly<Record<string, string>>, '--from', name);
    expect(made).toMatchObject({ exitCode: 2, stdout: '' });
    expect(made.stderr).toContain(message);
    expect(made.stderr).toContain('\n  fix: ');
    await expect(workspace.read('a.yaml')).rejects.toThrow('ENOENT');
  });
