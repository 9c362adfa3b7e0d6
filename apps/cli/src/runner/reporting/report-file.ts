import { rmSync } from 'node:fs';
import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '@assay/engine';
import { UsageError, type Redactor, type ReportOutput } from '@assay/schema';
import { temporaryBeside } from '../../files/temporary-beside.js';
import { writeFailure, writeReason } from '../../files/write-failure.js';

const HINT = 'name another file with --report NAME=FILE';

export interface ReportFileOptions {
  /** Absolute. */
  readonly path: string;
  /** As it is to be named in messages. */
  readonly shown: string;
  readonly redactor: Redactor;
  /** Whether it is JSON, whose numbers stay numbers. */
  readonly json: boolean;
}

/** The system's error, unless the file is one that can be replaced, or not there yet. */
async function modeOf(target: string): Promise<number | undefined> {
  const before = await stat(target).catch(() => undefined);
  if (before?.isDirectory()) throw Object.assign(new TypeError('a folder stands there'), { code: 'EISDIR' });
  if (before && !before.isFile()) throw new TypeError('it is no regular file, which a report would replace; leave =FILE away to print the report');
  return before?.mode;
}

/**
 * A file that holds its old content, or is not there, until its new one is whole. What is written goes
 * to a temporary file beside it, without secrets.
 */
export class ReportFile implements ReportOutput {
  /** Folder of the file, which exists. */
  readonly folder: string;
  readonly #options: ReportFileOptions;
  readonly #target: string;
  readonly #temporary: string;
  #file: FileHandle | undefined;
  /** What may be the beginning of a secret. */
  #held = '';
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;
  #written = 0;

  private constructor(options: ReportFileOptions, target: string, temporary: string, file: FileHandle) {
    this.#options = options;
    this.#target = target;
    this.#temporary = temporary;
    this.#file = file;
    this.folder = dirname(target);
    process.once('exit', this.#atExit);
  }

  /**
   * Makes the folders above it, and sees whether it can be written at all.
   * @throws UsageError when it cannot.
   */
  static async open(options: ReportFileOptions): Promise<ReportFile> {
    const { path, shown } = options;
    try {
      // A link stays one, and what it leads to is replaced.
      const target = await realpath(path).catch(() => path);
      const mode = await modeOf(target);
      await makeFolder(dirname(target));
      const temporary = temporaryBeside(target);
      return new ReportFile(options, target, temporary, await open(temporary, 'wx', mode));
    } catch (error) {
      throw error instanceof UsageError ? error : writeFailure(shown, error, HINT);
    }
  }

  /** Grows with what is written. */
  get written(): number {
    return this.#written;
  }

  write(text: string): Promise<void> {
    const { clean, rest } = this.#options.redactor.piece(this.#held + text, this.#options.json);
    this.#held = rest;
    return this.#append(clean);
  }

  #append(text: string): Promise<void> {
    this.#writing = this.#appendAfter(this.#writing, text);
    return this.#writing;
  }

  async #appendAfter(before: Promise<void>, text: string): Promise<void> {
    await before;
    if (this.#failure !== undefined || this.#file === undefined || text === '') return;
    try {
      await this.#file.appendFile(text);
      this.#written += text.length;
    } catch (error) {
      this.#failure = error;
    }
  }

  /** Puts the file in its place. @throws Error when a part of it could not be written. */
  async commit(): Promise<void> {
    const { redactor, shown, json } = this.#options;
    await this.#append(json ? this.#held : redactor.text(this.#held));
    this.#held = '';
    try {
      if (this.#failure !== undefined) throw this.#failure;
      // Whoever has discarded it wants it no more.
      if (this.#file === undefined) return;
      await this.#close();
      await rename(this.#temporary, this.#target);
      this.#forget();
    } catch (error) {
      throw new Error(`cannot write ${shown}: ${writeReason(error)}`, { cause: error });
    }
  }

  /** Takes away what was written so far; nothing after `commit`. May be called again. */
  async discard(): Promise<void> {
    await this.#writing;
    if (this.#file === undefined) return;
    await this.#close();
    await rm(this.#temporary, { force: true }).catch(() => undefined);
    this.#forget();
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  #forget(): void {
    process.off('exit', this.#atExit);
  }

  readonly #atExit = (): void => {
    try {
      rmSync(this.#temporary, { force: true });
    } catch {
      // Nobody is left who could be told.
    }
  };
}
