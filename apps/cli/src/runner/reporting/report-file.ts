import { dirname } from 'node:path';
import { FileReplacement, makeFolder } from '@assay/engine';
import type { Redactor, ReportOutput } from '@assay/schema';
import { writeFailure } from '../../files/write-failure.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';

export interface ReportFileOptions {
  /** Absolute. */
  readonly path: string;
  /** As it is to be named in messages. */
  readonly shown: string;
  readonly redactor: Redactor;
  /** Whether it is JSON, whose numbers stay numbers. */
  readonly json: boolean;
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

/** What helps where a file cannot be written. */
function anotherFile({ words }: Pick<ReportFileOptions, 'words'>): string {
  return `name another file with ${wordsOf({ words }).say('reports', ['NAME=FILE'])}, or leave =FILE away to print the report`;
}

/** The file of a report, which is replaced when the report is whole. What is written to it has no secrets. */
export class ReportFile implements ReportOutput {
  /** Folder of the file, which exists. */
  readonly folder: string;
  readonly #options: ReportFileOptions;
  readonly #replacement: FileReplacement;
  /** What may be the beginning of a secret. */
  #held = '';
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;
  #written = 0;

  private constructor(options: ReportFileOptions, replacement: FileReplacement) {
    this.#options = options;
    this.#replacement = replacement;
    this.folder = replacement.folder;
  }

  /**
   * Makes the folders above it, and sees whether it can be written at all.
   * @throws UsageError when it cannot.
   */
  static async open(options: ReportFileOptions): Promise<ReportFile> {
    const { path, shown } = options;
    try {
      await makeFolder(dirname(path));
      return new ReportFile(options, await FileReplacement.open(path));
    } catch (error) {
      throw writeFailure(shown, error, anotherFile(options));
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
    if (this.#failure !== undefined || !this.#replacement.isOpen || text === '') return;
    try {
      await this.#replacement.append(text);
      this.#written += text.length;
    } catch (error) {
      this.#failure = error;
    }
  }

  /** Puts the file in its place. @throws UsageError when a part of it could not be written. */
  async commit(): Promise<void> {
    const { redactor, shown, json } = this.#options;
    await this.#append(json ? this.#held : redactor.text(this.#held));
    this.#held = '';
    try {
      if (this.#failure !== undefined) throw this.#failure;
      await this.#replacement.commit();
    } catch (error) {
      throw writeFailure(shown, error, anotherFile(this.#options));
    }
  }

  /** Takes away what was written so far; nothing after `commit`. May be called again. */
  async discard(): Promise<void> {
    await this.#writing;
    await this.#replacement.discard();
  }
}
