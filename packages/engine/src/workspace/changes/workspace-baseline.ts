import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder } from '../remove-folder.js';
import type { FileSide } from './file-patch.js';
import { IgnoreRules } from './ignore-rules.js';
import { listFolder, type FolderListing, type ListedFile } from './list-folder.js';
import { readRegular } from './read-regular.js';

/** Largest file whose text is compared and shown, in bytes. */
const LARGEST_TEXT = 512 * 1024;
/** Most that is kept of what a hook has made, in bytes, and in files. */
const MOST_KEPT = 256 * 2 ** 20;
const MOST_FILES_KEPT = 20_000;
/** Times of copies differ by what is lost when they are set. */
const SAME_TIME_MS = 2;

/** What a side has besides its mode. */
type Content = Omit<FileSide, 'mode'>;

const NOT_KNOWN: Content = { text: undefined, why: 'its text of before is not known any more' };

/** What makes a folder what it is when the target is asked. */
export interface BaselineOptions {
  /** Absolute folder of the trial. */
  readonly path: string;
  /** Folder that it was copied from; undefined for an empty one. */
  readonly source: string | undefined;
  /** Folder for what was changed since, absolute: made when it is needed. */
  readonly kept: string;
}

function modeOf({ link, executable }: ListedFile): string {
  if (link !== undefined) return '120000';
  return executable ? '100755' : '100644';
}

function contentOf(bytes: Buffer): Content {
  try {
    if (!bytes.includes(0)) return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    // It is no UTF-8.
  }
  return { text: undefined, why: `it is no text, and has ${bytes.length} bytes`, digest: createHash('sha256').update(bytes).digest('hex') };
}

/** A file as it stands in a folder, if it is still the one that was listed. */
export async function sideOf(folder: string, path: string, file: ListedFile): Promise<FileSide> {
  const mode = modeOf(file);
  if (file.link !== undefined) return { mode, text: file.link };
  if (file.size > LARGEST_TEXT) return { mode, text: undefined, why: `it has ${file.size} bytes, and more than ${LARGEST_TEXT} are not read` };
  const bytes = await readRegular(join(folder, path), LARGEST_TEXT, ({ dev, ino }) => file.stamp.startsWith(`${dev}:${ino}:`));
  return { mode, ...(bytes ? contentOf(bytes) : { text: undefined, why: 'it cannot be read' }) };
}

/** The folder of a trial as it was before its target was asked. */
export class WorkspaceBaseline {
  readonly #options: BaselineOptions;
  readonly #copied: FolderListing;
  #files: FolderListing;
  /** Names under which files are kept that have no source. */
  readonly #kept = new Map<string, string>();
  /** What is left out of the comparison: what is said here, and not what the target says. */
  readonly rules: IgnoreRules;

  private constructor(options: BaselineOptions, rules: IgnoreRules, copied: FolderListing) {
    this.#options = options;
    this.rules = rules;
    this.#copied = copied;
    this.#files = copied;
  }

  /** Of a folder that was just copied. @throws the signal's reason when it aborts. */
  static async of(options: BaselineOptions, signal: AbortSignal): Promise<WorkspaceBaseline> {
    const rules = new IgnoreRules();
    return new WorkspaceBaseline(options, rules, await listFolder(options.path, { rules, readsRules: true, signal }));
  }

  get listing(): FolderListing {
    return this.#files;
  }

  /** To be called when a hook has changed the folder: keeps what cannot be copied from the source. @returns a baseline with that. */
  async afterHook(signal: AbortSignal): Promise<WorkspaceBaseline> {
    const rules = new IgnoreRules();
    const next = new WorkspaceBaseline(this.#options, rules, this.#copied);
    next.#files = await listFolder(this.#options.path, { rules, readsRules: true, signal });
    await next.#keep(signal);
    return next;
  }

  async #keep(signal: AbortSignal): Promise<void> {
    const { path: folder, kept } = this.#options;
    let room = MOST_KEPT;
    for (const [path, file] of this.#files.files) {
      if (file.link !== undefined || file.size > LARGEST_TEXT || this.#isCopy(path, file)) continue;
      signal.throwIfAborted();
      room -= file.size;
      if (room < 0 || this.#kept.size === MOST_FILES_KEPT) return;
      if (this.#kept.size === 0) await mkdir(kept, { recursive: true });
      const name = String(this.#kept.size);
      // What cannot be copied is not known later, and nothing else comes of it.
      const isKept = await copyFile(join(folder, path), join(kept, name), constants.COPYFILE_FICLONE).then(() => true, () => false);
      if (isKept) this.#kept.set(path, name);
    }
  }

  #isCopy(path: string, { stamp }: ListedFile): boolean {
    return this.#copied.files.get(path)?.stamp === stamp;
  }

  /** A file as it was. */
  async before(path: string, file: ListedFile): Promise<FileSide> {
    const mode = modeOf(file);
    if (file.link !== undefined) return { mode, text: file.link };
    if (file.size > LARGEST_TEXT) return { mode, text: undefined, why: `it had ${file.size} bytes, and more than ${LARGEST_TEXT} are not read` };
    const { source, kept } = this.#options;
    const name = this.#kept.get(path);
    if (name !== undefined) return { mode, ...(await this.#read(join(kept, name), file)) };
    if (source === undefined || !this.#isCopy(path, file)) return { mode, ...NOT_KNOWN };
    return { mode, ...(await this.#read(join(source, path), file, SAME_TIME_MS)) };
  }

  /** What a copy holds, if nobody has changed that. */
  async #read(path: string, { size, modified }: ListedFile, within?: number): Promise<Content> {
    const bytes = await readRegular(path, LARGEST_TEXT, (found) => found.size === BigInt(size) && (within === undefined || Math.abs(Number(found.mtimeNs) / 1e6 - modified) <= within));
    return bytes ? contentOf(bytes) : NOT_KNOWN;
  }

  /** Removes what was kept. Never rejects: what is left goes with the folder of all workspaces. */
  async remove(): Promise<void> {
    if (this.#kept.size > 0) await removeFolder(this.#options.kept).catch(() => undefined);
  }
}
