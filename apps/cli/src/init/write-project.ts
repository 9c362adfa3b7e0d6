import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '@assay/engine';
import { errorText, UsageError } from '@assay/schema';
import { errorCode } from '../files/error-code.js';
import { writeWhole } from '../files/write-whole.js';
import { SETTINGS_FOLDERS } from '../folders/settings-folders.js';
import { withIgnoreLines } from './ignore-lines.js';
import { templates } from './templates.js';

/** What became of a file. */
export interface ProjectFile {
  /** From the folder of the project, with slashes. */
  readonly path: string;
  /** `kept` when it was there already; nothing that is there is ever written over. */
  readonly outcome: 'written' | 'extended' | 'kept';
  /** True if the file is not what a new project would have. */
  readonly differs: boolean;
}

const IGNORE_FILE = '.gitignore';

/** Where a project says which targets it has, and how they are asked. */
const SETTINGS = SETTINGS_FOLDERS.flatMap((folder) =>
  ['config', 'targets', 'providers'].flatMap((name) => [`${folder}/${name}.yaml`, `${folder}/${name}.yml`]),
);

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  ENOENT: 'a folder cannot be made there',
  ENOTDIR: 'a part of the path is no folder',
  EEXIST: 'what stands there is no folder',
  EISDIR: 'a folder stands where a file is needed',
};

function failure(path: string, error: unknown): UsageError {
  const code = errorCode(error) ?? '';
  const reason = REASONS[code] ?? errorText(error);
  return new UsageError(`cannot write ${path}: ${reason}`, {
    hint: 'name another folder, or make this one writable: assay init FOLDER',
    cause: error,
  });
}

/** The text of a file, or undefined when there is none. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Whether a folder has targets or settings that are not those of a new project: what somebody has chosen holds on. */
async function hasOwnSettings(folder: string): Promise<boolean> {
  for (const path of SETTINGS.filter((each) => existsSync(join(folder, each)))) {
    const text = await textOf(join(folder, path)).catch(() => undefined);
    if (!templates.some((template) => template.path === path && template.content === text)) return true;
  }
  return false;
}

/** True if the file was not there. */
async function writeNew(file: string, content: string): Promise<boolean> {
  try {
    await makeFolder(dirname(file));
    await writeFile(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    // Of a folder the same error means that a file stands where it is to be.
    if (errorCode(error) === 'EEXIST' && (await isFolder(dirname(file)))) return false;
    throw error;
  }
}

async function extendIgnoreFile(file: string): Promise<ProjectFile['outcome']> {
  const before = await textOf(file);
  const after = withIgnoreLines(before ?? '');
  if (after === undefined) return 'kept';
  await writeWhole(file, after);
  return before === undefined ? 'written' : 'extended';
}

async function checkFolder(folder: string, shown: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw failure(shown, error);
  });
  if (found && !found.isDirectory()) {
    throw new UsageError(`${shown} is a file, not a folder`, { hint: 'name a folder: assay init FOLDER' });
  }
}

/**
 * Writes the files of a new project into a folder, which is made if it does not exist. Files that
 * are there stay as they are; to `.gitignore` what it lacks is added.
 *
 * @param shown the folder as it is to be named in messages.
 * @throws UsageError when the folder is a file or cannot be written to.
 */
export async function writeProject(folder: string, shown: string): Promise<readonly ProjectFile[]> {
  await checkFolder(folder, shown);
  const files: ProjectFile[] = [];
  const own = await hasOwnSettings(folder);
  for (const { path, content, besideOwn = content } of templates) {
    const file = join(folder, path);
    try {
      const written = await writeNew(file, own ? besideOwn : content);
      const differs = !written && (await textOf(file)) !== content;
      files.push({ path, outcome: written ? 'written' : 'kept', differs });
    } catch (error) {
      throw failure(join(shown, path), error);
    }
  }
  try {
    files.push({ path: IGNORE_FILE, outcome: await extendIgnoreFile(join(folder, IGNORE_FILE)), differs: false });
  } catch (error) {
    throw failure(join(shown, IGNORE_FILE), error);
  }
  return files;
}
