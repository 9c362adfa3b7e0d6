import { open, readdir, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeFolder } from '@assay/engine';
import { reallyContains } from '@assay/loaders';
import { decodeLabel, encodeLabel, InvalidFileError, StoreError, toErrorInfo, type Label } from '@assay/schema';
import { safeName } from '../baseline/baseline-file.js';
import { displayFolder } from '../files/display-folder.js';
import { errorCode } from '../files/error-code.js';

const EXTENSION = '.jsonl';

function failure(doing: string, path: string, error: unknown): StoreError {
  return new StoreError(`cannot ${doing} ${path}: ${toErrorInfo(error).message}`, { hint: 'check who owns the folder and its permissions', cause: error });
}

/** A label with the line that it stands in. */
export interface PlacedLabel {
  readonly label: Label;
  /** As it is shown. */
  readonly file: string;
  readonly line: number;
}

/** How long the write of another process may show as half of a line, in milliseconds, with much to spare. */
const SETTLING = 20;

/** Whether there is something whose last line has no end. */
async function endsTorn(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
  return bytesRead === 1 && buffer[0] !== 0x0a;
}

/** What people said of replies: `.assay/labels/<suite>.jsonl` in the project, one label a line, to be committed. */
export class LabelFiles {
  readonly #root: string;
  readonly #folder: string;
  readonly #cwd: string;
  #writing: Promise<unknown> = Promise.resolve();

  /** @param projectRoot Absolute. @param cwd from which messages name files */
  constructor(projectRoot: string, cwd: string) {
    this.#root = projectRoot;
    this.#cwd = cwd;
    this.#folder = join(projectRoot, '.assay/labels');
  }

  /** Appends a label. @throws StoreError */
  append(label: Label): Promise<void> {
    const done = this.#writing.then(() => this.#append(label));
    this.#writing = done.catch(() => undefined);
    return done;
  }

  /**
   * The labels of a run, oldest first of each file.
   * @throws InvalidFileError with every line that is no label.
   * @throws StoreError
   */
  async ofRun(runId: string): Promise<readonly Label[]> {
    return (await this.placedOfRun(runId)).map(({ label }) => label);
  }

  /** The same with their places. */
  async placedOfRun(runId: string): Promise<readonly PlacedLabel[]> {
    const found: PlacedLabel[] = [];
    for (const name of await this.#names()) found.push(...(await this.#read(join(this.#folder, name))).filter(({ label }) => label.runId === runId));
    return found;
  }

  #shown(path: string): string {
    return displayFolder(this.#cwd, path);
  }

  async #append(label: Label): Promise<void> {
    const path = join(this.#folder, `${safeName(label.suite)}${EXTENSION}`);
    try {
      await makeFolder(this.#folder);
      const file = await open(path, 'a+');
      try {
        if (!reallyContains(this.#root, path)) throw new StoreError(`${this.#shown(path)} leads out of the project`, { hint: 'remove the link' });
        // A line that somebody left without its end stays a line of its own. One write: others may append too, and what they are just writing has its end
        // a moment later.
        const torn = (await endsTorn(file)) && (await setTimeout(SETTLING).then(() => endsTorn(file)));
        await file.appendFile(`${torn ? '\n' : ''}${encodeLabel(label)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      throw error instanceof StoreError ? error : failure('write', this.#shown(path), error);
    }
  }

  async #names(): Promise<readonly string[]> {
    try {
      return (await readdir(this.#folder)).filter((name) => name.endsWith(EXTENSION)).toSorted();
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw failure('read', this.#shown(this.#folder), error);
    }
  }

  async #read(path: string): Promise<readonly PlacedLabel[]> {
    let text: string;
    try {
      // Editors may add a byte order mark.
      text = (await readFile(path, 'utf8')).replace(/^\uFEFF/u, '');
    } catch (error) {
      throw failure('read', this.#shown(path), error);
    }
    const labels: PlacedLabel[] = [];
    const problems: { readonly line: number; readonly problem: string }[] = [];
    for (const [index, line] of text.split('\n').entries()) {
      if (line.trim() === '') continue;
      const label = decodeLabel(line);
      if ('problem' in label) problems.push({ line: index + 1, problem: label.problem });
      else labels.push({ label, file: this.#shown(path), line: index + 1 });
    }
    if (problems.length === 0) return labels;
    throw new InvalidFileError(
      problems.map(({ line, problem }) => ({ severity: 'error', code: 'label', message: problem, hint: 'mend the line or remove it', location: { file: this.#shown(path), line, column: 1 } })),
    );
  }
}
