import { lstat, opendir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { IgnoreRules } from './ignore-rules.js';
import { readRegular } from './read-regular.js';

/** Default of the most entries of a folder, with those of the folders in it, that are looked at. */
const MOST_ENTRIES = 100_000;
/** So many files are looked at together. */
const AT_ONCE = 64;
const LONGEST_RULES = 256 * 1024;

/** A file or a link as it was found. */
export interface ListedFile {
  /** Changes with everything that is done to the file. */
  readonly stamp: string;
  readonly size: number;
  /** In milliseconds. */
  readonly modified: number;
  readonly executable: boolean;
  /** Where a link leads to; undefined for files. */
  readonly link?: string | undefined;
}

/** What is in a folder, by paths from it with slashes. Folders themselves, pipes, sockets and devices are not listed. */
export interface FolderListing {
  readonly files: ReadonlyMap<string, ListedFile>;
  /** Folders that could not be read. */
  readonly unread: readonly string[];
  /** True when there is more than is looked at. */
  readonly cut: boolean;
}

export interface ListOptions {
  /** What is left out, by paths from the folder. */
  readonly rules: IgnoreRules;
  /** Whether the `.gitignore` files that are found are added to the rules. */
  readonly readsRules: boolean;
  /** Most entries that are looked at, whole, ≥ 1. Default: 100000. */
  readonly most?: number | undefined;
  readonly signal: AbortSignal;
}

async function lookAt(path: string): Promise<ListedFile | undefined> {
  // What is gone by now, is gone.
  const stats = await lstat(path, { bigint: true }).catch(() => undefined);
  if (!stats || !(stats.isFile() || stats.isSymbolicLink())) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs, mode } = stats;
  return {
    stamp: [dev, ino, size, mtimeNs, ctimeNs, mode].join(':'),
    size: Number(size),
    modified: Number(mtimeNs) / 1e6,
    executable: (mode & 0o100n) !== 0n,
    link: stats.isSymbolicLink() ? await readlink(path).catch(() => '') : undefined,
  };
}

/** Goes through a folder and those in it. Links are not followed. */
class Lister {
  readonly #root: string;
  readonly #options: ListOptions;
  readonly #files = new Map<string, ListedFile>();
  readonly #unread: string[] = [];
  readonly #open = [''];
  #seen = 0;

  constructor(root: string, options: ListOptions) {
    this.#root = root;
    this.#options = options;
  }

  async list(): Promise<FolderListing> {
    for (let folder = this.#open.pop(); folder !== undefined && !this.#cut; folder = this.#open.pop()) await this.#listOne(folder);
    return { files: this.#files, unread: this.#unread, cut: this.#cut };
  }

  get #cut(): boolean {
    return this.#seen > (this.#options.most ?? MOST_ENTRIES);
  }

  async #listOne(folder: string): Promise<void> {
    const { rules, readsRules, signal } = this.#options;
    const place = join(this.#root, folder);
    let waiting: string[] = [];
    const folders: string[] = [];
    try {
      if (readsRules) {
        const text = await readRegular(join(place, '.gitignore'), LONGEST_RULES);
        if (text) rules.add(folder, text.toString('utf8'));
      }
      for await (const entry of await opendir(place, { bufferSize: AT_ONCE })) {
        this.#seen += 1;
        if (this.#cut) break;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (rules.leavesOut(path, entry.isDirectory())) continue;
        if (entry.isDirectory()) folders.push(path);
        else waiting.push(path);
        if (waiting.length < AT_ONCE) continue;
        signal.throwIfAborted();
        await this.#look(waiting);
        waiting = [];
      }
      await this.#look(waiting);
    } catch {
      signal.throwIfAborted();
      this.#unread.push(folder);
    }
    this.#open.push(...folders);
  }

  async #look(paths: readonly string[]): Promise<void> {
    const found = await Promise.all(paths.map((path) => lookAt(join(this.#root, path))));
    for (const [index, path] of paths.entries()) {
      const file = found[index];
      if (file) this.#files.set(path, file);
    }
  }
}

/**
 * What is in a folder at this moment. Never follows a link, and never waits for a pipe.
 * @param root absolute.
 * @throws the signal's reason when it aborts; nothing else.
 */
export function listFolder(root: string, options: ListOptions): Promise<FolderListing> {
  return new Lister(root, options).list();
}
