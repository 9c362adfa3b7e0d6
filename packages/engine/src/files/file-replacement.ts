import type { Stats } from 'node:fs';
import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporaryBeside } from './temporary-beside.js';
import { watchUnfinished } from './unfinished-files.js';

/** What stands there, unless it is a file that can be replaced, or nothing. */
async function replaceable(target: string): Promise<Stats | undefined> {
  const before = await stat(target).catch(() => undefined);
  if (before?.isDirectory()) throw Object.assign(new TypeError('a folder stands there'), { code: 'EISDIR' });
  if (before && !before.isFile()) throw new TypeError('it is no regular file, and would be replaced by one');
  return before;
}

/** What may not be possible, such as on disks that know no owners, and is no reason to write nothing. */
async function ifPossible(change: Promise<void>): Promise<void> {
  await change.catch(() => undefined);
}

/** Gives a file the owner and the permissions of the one that it replaces: the mask of the process plays no part. */
async function takeAfter(file: FileHandle, before: Stats): Promise<void> {
  const { uid, gid } = await file.stat();
  if (uid !== before.uid || gid !== before.gid) await ifPossible(file.chown(before.uid, before.gid));
  await file.chmod(before.mode);
}

/**
 * New content of a file, written piece by piece beside it. At any moment the file holds its old content or the new
 * one whole, or is not there yet; a symbolic link stays one; permissions and owner stay. A process that ends before
 * `commit`, by a signal too, leaves nothing behind.
 *
 * Own code, since write-file-atomic (7.0.1, the last major for Node 20) lacks what is promised here. Tried on Linux: where a
 * file may have 1 MB (`ulimit -f`) it put the first 1,048,576 of 3,145,728 bytes in place and reported success, since
 * it does not go on after a short write; it fails with ENAMETOOLONG for a name of 250 letters; it follows a link that stands at
 * its temporary name, which can be foretold; it takes the whole content at once, which a report of millions of rows is not.
 */
export class FileReplacement {
  readonly #target: string;
  readonly #temporary: string;
  readonly #unwatch: () => void;
  #file: FileHandle | undefined;

  private constructor(target: string, temporary: string, file: FileHandle, unwatch: () => void) {
    this.#target = target;
    this.#temporary = temporary;
    this.#file = file;
    this.#unwatch = unwatch;
  }

  /**
   * Sees whether the file can be written at all. Its folder must exist.
   * @throws the system's error; TypeError when what stands there is no regular file.
   */
  static async open(path: string): Promise<FileReplacement> {
    const target = await realpath(path).catch(() => path);
    const before = await replaceable(target);
    const temporary = temporaryBeside(target);
    const unwatch = watchUnfinished(temporary);
    try {
      const file = await open(temporary, 'wx', before?.mode);
      if (before) await ifPossible(takeAfter(file, before));
      return new FileReplacement(target, temporary, file, unwatch);
    } catch (error) {
      unwatch();
      throw error;
    }
  }

  /**
   * Replaces a file by a text.
   * @throws as {@link open} and {@link commit}.
   */
  static async write(path: string, content: string, options: { readonly durable?: boolean } = {}): Promise<void> {
    const replacement = await FileReplacement.open(path);
    try {
      await replacement.append(content);
      await replacement.commit(options);
    } catch (error) {
      await replacement.discard();
      throw error;
    }
  }

  /** Folder of the file. */
  get folder(): string {
    return dirname(this.#target);
  }

  /** False once it is in its place, or was discarded. */
  get isOpen(): boolean {
    return this.#file !== undefined;
  }

  /** Adds to the content; nothing when it is not open any more. One call after the other. @throws the system's error. */
  async append(text: string): Promise<void> {
    await this.#file?.appendFile(text);
  }

  /**
   * Puts the content in its place.
   * @param durable whether it has to be on the disk then, so that a crash of the machine leaves the old or the new one too.
   * @throws the system's error; then it is still to be discarded.
   */
  async commit({ durable = false } = {}): Promise<void> {
    if (this.#file === undefined) return;
    if (durable) await this.#file.sync();
    await this.#close();
    await rename(this.#temporary, this.#target);
    this.#unwatch();
  }

  /** Takes away what was written; nothing after `commit`. May be called again. Never rejects. */
  async discard(): Promise<void> {
    await this.#close().catch(() => undefined);
    await rm(this.#temporary, { force: true }).catch(() => undefined);
    this.#unwatch();
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }
}
