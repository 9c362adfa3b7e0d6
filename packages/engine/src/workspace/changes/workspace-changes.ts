import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { filePatch, type FileChange, type FileSide } from './file-patch.js';
import { listFolder, type FolderListing, type ListedFile } from './list-folder.js';
import { sideOf, type WorkspaceBaseline } from './workspace-baseline.js';

/** Most that is shown of all changes together, of one file, and of the names of further files: in characters. */
const MOST_CHARACTERS = 64_000;
const MOST_OF_FILE = 32_000;
const MOST_OF_NAMES = 8_000;
/** Files are compared for so long, and those that are left are named. */
const LONGEST_MS = 20_000;
const MOST_UNREAD = 10;

/** What a target has done to the files of its workspace. */
export interface WorkspaceChanges {
  /** A unified diff as of git, files in the order of their paths; empty when nothing was changed. Lines that begin with `\` are remarks. */
  readonly text: string;
  /** What a reader of the row should know. */
  readonly warnings: readonly string[];
}

export interface ChangesOptions {
  readonly signal: AbortSignal;
  /** Most entries of the folder that are looked at. Default: 100000. */
  readonly most?: number | undefined;
}

interface Candidate {
  readonly path: string;
  readonly before?: ListedFile | undefined;
  readonly after?: ListedFile | undefined;
}

const NOTHING: FolderListing = { files: new Map(), unread: [], cut: false };

/** Names as they may stand in a line: line breaks and other signs of that kind are written out. */
function shownName(path: string): string {
  return /["\\\p{Cc}\p{Cf}\u2028\u2029]/u.test(path) ? JSON.stringify(path).replaceAll(/[\p{Cf}\u007F-\u009F\u2028\u2029]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`) : path;
}

/** What is or was in one listing and is not the same in the other, by path. */
async function candidates(root: string, before: FolderListing, after: FolderListing): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const [path, file] of after.files) {
    const old = before.files.get(path);
    // Where not all was listed, nobody knows whether it is new.
    if (old ? old.stamp !== file.stamp : !before.cut) found.push({ path, before: old, after: file });
  }
  const hidden = (path: string): boolean => after.unread.some((folder) => folder === '' || path.startsWith(`${folder}/`));
  for (const [path, file] of before.files) {
    if (after.files.has(path) || hidden(path)) continue;
    if (after.cut && (await lstat(join(root, path)).catch(() => undefined))) continue;
    found.push({ path, before: file });
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function isSame(a: FileSide, b: FileSide): boolean {
  return a.mode === b.mode && a.text === b.text && a.digest === b.digest && (a.text ?? a.digest) !== undefined;
}

/** What became of a file; nothing when it is the same after all. As with git, a file in the place of a link is one that was deleted and one that was added. */
async function changesOf(root: string, { path, before, after }: Candidate, baseline: WorkspaceBaseline): Promise<readonly FileChange[]> {
  const old = before && (await baseline.before(path, before));
  const now = after && (await sideOf(root, path, after));
  if (old && now && isSame(old, now)) return [];
  const becameOther = old && now && (before?.link === undefined) !== (after?.link === undefined);
  return becameOther ? [{ path, before: old }, { path, after: now }] : [{ path, before: old, after: now }];
}

/** Writes down changes while there is room for them, and names the others. */
class ChangesText {
  readonly #patches: string[] = [];
  readonly #names: string[] = [];
  #left = MOST_CHARACTERS;
  #leftForNames = MOST_OF_NAMES;
  #unnamed = 0;

  get isFull(): boolean {
    return this.#left <= 0;
  }

  add(change: FileChange): void {
    if (this.isFull) return this.name(change, '');
    const patch = filePatch(change, Math.min(MOST_OF_FILE, this.#left));
    this.#left -= patch.length + 1;
    this.#patches.push(patch);
  }

  name({ path, before, after }: { readonly path: string; readonly before?: unknown; readonly after?: unknown }, doubt: string): void {
    const line = `\\   ${before === undefined ? 'added' : after === undefined ? 'deleted' : `${doubt}changed`} ${shownName(path)}`;
    this.#leftForNames -= line.length + 1;
    if (this.#leftForNames < 0) this.#unnamed += 1;
    else this.#names.push(line);
  }

  end(remarks: readonly string[]): string {
    const named = this.#names.length + this.#unnamed;
    return [
      ...this.#patches,
      ...(named > 0 ? [`\\ There are changes to ${named} more file${named === 1 ? '' : 's'}, which are not shown:`, ...this.#names] : []),
      ...(this.#unnamed > 0 ? [`\\   and ${this.#unnamed} more`] : []),
      ...remarks.map((remark) => `\\ ${remark}`),
    ].join('\n');
  }
}

/** What was not looked at. */
function remarksOn(before: FolderListing, after: FolderListing): readonly string[] {
  const unread = after.unread.filter((folder) => !before.unread.includes(folder));
  const names = unread.slice(0, MOST_UNREAD).map((folder) => (folder === '' ? 'the workspace itself' : shownName(folder)));
  return [
    ...(before.cut || after.cut ? ['The workspace has so many files that not all of them were looked at'] : []),
    ...(unread.length > 0 ? [`Folders that cannot be read were not looked at: ${names.join(', ')}${unread.length > names.length ? ` and ${unread.length - names.length} more` : ''}`] : []),
  ];
}

/** The workspace at this moment; what has come in its place is not looked into. */
async function listNow(root: string, baseline: WorkspaceBaseline, options: ChangesOptions): Promise<FolderListing> {
  try {
    if ((await realpath(root)) === root) return await listFolder(root, { ...options, rules: baseline.rules, readsRules: false });
  } catch (error) {
    options.signal.throwIfAborted();
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return { ...NOTHING, unread: [''] };
  }
  return NOTHING;
}

/**
 * What was done to the files of a folder since its baseline. Nothing outside of it is read, whatever was put into it, and neither
 * the time nor the text grows with what was put into it beyond a bound.
 * @param root absolute, without links on its way.
 * @throws the signal's reason when it aborts.
 */
export async function workspaceChanges(root: string, baseline: WorkspaceBaseline, options: ChangesOptions): Promise<WorkspaceChanges> {
  const until = performance.now() + LONGEST_MS;
  const now = await listNow(root, baseline, options);
  const text = new ChangesText();
  for (const candidate of await candidates(root, baseline.listing, now)) {
    options.signal.throwIfAborted();
    const { before, after } = candidate;
    // What is there no more or was not there before is a change without a look into it.
    if (text.isFull && !(before && after)) text.name(candidate, '');
    else if (performance.now() > until) text.name(candidate, 'perhaps ');
    else {
      for (const change of await changesOf(root, candidate, baseline)) text.add(change);
    }
  }
  const remarks = remarksOn(baseline.listing, now);
  return { text: text.end(remarks), warnings: remarks.map((remark) => `file changes: ${remark.charAt(0).toLowerCase()}${remark.slice(1)}`) };
}
