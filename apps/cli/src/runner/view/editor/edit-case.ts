import { realpath } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { spawn } from 'node:child_process';
import { openRun } from '@assay/engine';
import { contains } from '@assay/loaders';
import { StoreError, type ResultRow } from '@assay/schema';
import { PageFailure } from '../http/page-failure.js';
import type { EditorCommand, EditorPlace } from './editor-command.js';

/** Opens the place of a row's case in an editor. @throws PageFailure */
export type EditCase = (folder: string, row: Pick<ResultRow, 'source'>) => Promise<void>;

/** Files that cases stand in, and that nothing but an editor is started for. */
const EXTENSIONS = new Set(['.yaml', '.yml', '.json', '.jsonl']);
/** Time in which an editor that cannot be started says so, in milliseconds. */
const START_MS = 300;

/** Where the paths of a run start from: the run says so, if it can. */
async function startFolder(folder: string, projectRoot: string): Promise<string> {
  try {
    return resolve(folder, (await (await openRun(folder)).manifest()).cwd);
  } catch (error) {
    if (error instanceof StoreError) return projectRoot;
    throw error;
  }
}

async function placeOf(source: string, start: string, projectRoot: string): Promise<EditorPlace> {
  const [, written, line = '1', column = '1'] = /^(.+?)(?::(\d{1,9}))?(?::(\d{1,9}))?$/su.exec(source) ?? [];
  if (written === undefined) throw new PageFailure(409, 'this row does not say where its case stands');
  if (!EXTENSIONS.has(extname(written))) throw new PageFailure(409, `${written} is not opened from here: the files that are end in ${[...EXTENSIONS].join(', ')}`);
  let file: string;
  try {
    file = await realpath(resolve(start, written));
  } catch {
    throw new PageFailure(404, `${written} is not there any more`);
  }
  // A row is data: it may name any file.
  if (!contains(await realpath(projectRoot), file) || !EXTENSIONS.has(extname(file))) throw new PageFailure(409, `${written} is no eval file of this project`);
  return { file, line: Number(line), column: Number(column) };
}

/** With Node's own `spawn`, as a browser is opened: nobody waits for the end of an editor, or for what it says. */
function start({ program, argumentsFor }: EditorCommand, place: EditorPlace): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(program, argumentsFor(place), { detached: true, stdio: 'ignore', shell: false, windowsHide: true });
    const timer = setTimeout(done, START_MS);
    child.on('error', (error) => {
      clearTimeout(timer);
      fail(new PageFailure(409, `${program} could not be started: ${error.message}`, 'set VISUAL to an editor with a window of its own, e.g. VISUAL=code'));
    });
    child.unref();
  });
}

/** @param projectRoot Absolute; nothing outside of it is opened. */
export function createEditCase(editor: EditorCommand, projectRoot: string): EditCase {
  return async (folder, { source }) => start(editor, await placeOf(source, await startFolder(folder, projectRoot), projectRoot));
}
