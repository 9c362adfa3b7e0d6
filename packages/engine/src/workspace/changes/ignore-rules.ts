import ignore, { type Ignore } from 'ignore';

/** Left out without being told to: what is kept by git, installed, or compiled. */
const NEVER_SHOWN = new Set(['.git', 'node_modules', '__pycache__']);

/** What the `.gitignore` files of a folder leave out. Paths go from the folder, with slashes. */
export class IgnoreRules {
  readonly #files = new Map<string, Ignore>();

  /** @param folder that the file stands in; empty for the uppermost. */
  add(folder: string, text: string): void {
    this.#files.set(folder, ignore({ allowRelativePaths: true }).add(text));
  }

  /** Whether a path is left out whose folders are not. The file that is nearest to it decides. */
  leavesOut(path: string, isFolder: boolean): boolean {
    if (NEVER_SHOWN.has(path.slice(path.lastIndexOf('/') + 1))) return true;
    if (this.#files.size === 0) return false;
    for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
      const folder = end === -1 ? '' : path.slice(0, end);
      const found = this.#files.get(folder)?.test(`${folder === '' ? path : path.slice(end + 1)}${isFolder ? '/' : ''}`);
      if (found?.ignored || found?.unignored) return found.ignored;
      if (folder === '') return false;
    }
  }
}
