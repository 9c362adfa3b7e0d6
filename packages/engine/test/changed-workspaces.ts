import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { WorkspaceBaseline } from '../src/workspace/changes/workspace-baseline.js';
import { workspaceChanges, type WorkspaceChanges } from '../src/workspace/changes/workspace-changes.js';
import { copyFolder } from '../src/workspace/copy-folder.js';

export type Files = Readonly<Record<string, string | Buffer>>;

const { signal } = new AbortController();

export async function write(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

export interface Folders {
  readonly root: string;
  readonly template: string;
  readonly path: string;
}

export interface Opened extends Folders {
  changes(most?: number): Promise<WorkspaceChanges>;
}

/** A workspace of these files, after a hook if there is one. */
export async function open(files: Files, hook?: (path: string) => Promise<unknown>): Promise<Opened> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'assay-test-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [template, path] = [join(root, 'template'), join(root, 'workspace')];
  await mkdir(template);
  await write(template, files);
  await copyFolder(template, path, signal);
  let baseline = await WorkspaceBaseline.of({ path, source: template, kept: `${path}.before` }, signal);
  if (hook) {
    await hook(path);
    baseline = await baseline.afterHook(signal);
  }
  return { root, template, path, changes: (most) => workspaceChanges(path, baseline, { signal, most }) };
}

/** What the changes tell of a workspace of these files when that was done to it. */
export async function changed(files: Files, act: (folders: Folders) => Promise<unknown>, hook?: (path: string) => Promise<unknown>): Promise<WorkspaceChanges> {
  const opened = await open(files, hook);
  await act(opened);
  return opened.changes();
}
