import { resolve } from 'node:path';
import { defineLoader, type Dialect, type Loader, type LoadOptions, type Suite } from '@assay/schema';
import type { OnInvalid } from '../eval-case/jsonl-cases.js';
import { createLoadSession, type LoadSession } from './load-session.js';
import type { FolderSources } from '../folder/open-folder.js';
import { openSource, type SourceFile } from './source-file.js';

/** Loads the suites of one dialect. */
export interface DialectLoader extends Loader {
  readonly dialect: Dialect;
  /**
   * Makes a suite of a file that has been opened already.
   * @param onInvalid What a streamed suite does with a line that has errors.
   * @throws InvalidFileError with every finding of the file.
   */
  loadSource(source: SourceFile, session: LoadSession, onInvalid: OnInvalid): Promise<Suite>;
  /**
   * Makes one suite of the files of a folder. Absent when folders of this dialect are no suites.
   * @throws InvalidFileError with every finding of all files.
   */
  loadFolder?(folder: FolderSources, session: LoadSession): Promise<Suite>;
}

/** Declares the loader of a dialect. Its `load` opens the file and does not ask what dialect it is. */
export function defineDialectLoader(loader: Omit<DialectLoader, 'kind' | 'load'>): DialectLoader {
  const load = async (file: string, options: LoadOptions): Promise<Suite> => {
    const session = createLoadSession(resolve(options.workingDirectory ?? '.', file), options);
    return loader.loadSource(await openSource(session), session, 'throw');
  };
  return { ...loader, ...defineLoader({ ...loader, load }) };
}
