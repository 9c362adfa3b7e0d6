import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { InvalidFileError, type Diagnostic, type Loader, type LoadOptions, type SuiteFolder, type SuiteSource } from '@assay/schema';
import type { Detected } from '../dialect/detect-dialect.js';
import { extensionsOf } from '../dialect/file-extensions.js';
import { openSource } from '../dialect/open-source.js';
import { createLoadSession, openedIn, type LoadSession } from '../dialect/load-session.js';
import { fileProblem, startOf, systemProblem } from '../files/file-problem.js';
import { evalJsonFiles } from './json-in-folder.js';
import { skipReason } from './skip-reason.js';

/** Files that may be part of a folder's suite, by name. Sub-folders are suites of their own. */
async function filesIn(session: LoadSession): Promise<readonly string[]> {
  let names: readonly string[];
  try {
    const entries = await readdir(session.file, { withFileTypes: true });
    names = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  } catch (error) {
    throw await systemProblem(error, session.file, session.shown);
  }
  const paths = names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => join(session.file, name));
  const withExtension = (...extensions: string[]) => paths.filter((path) => extensions.includes(extname(path).toLowerCase()));
  const json = new Set(await evalJsonFiles(withExtension('.json'), session.loaders));
  const wanted = extensionsOf(session.loaders.filter(({ loadFolder }) => loadFolder));
  return withExtension(...wanted).filter((path) => extname(path).toLowerCase() !== '.json' || json.has(path));
}

/** A folder without test cases is no suite; what else is in it decides what to do. */
function noSuite(session: LoadSession, others: readonly string[]): InvalidFileError {
  const [first] = others;
  return fileProblem(
    'not-a-file',
    'this folder is no suite: it holds no test cases',
    first === undefined
      ? 'name a file or a folder that does'
      : `name the files in it, such as ${first}; only test cases make a folder a suite`,
    startOf(session.shown),
  );
}

interface OpenedFile {
  readonly source: SuiteSource;
  readonly detected: Detected;
  readonly shown: string;
}

/** Opens a file of the folder; what is wrong with one that cannot be opened. */
async function openFile(file: string, session: LoadSession, options: LoadOptions): Promise<OpenedFile | readonly Diagnostic[]> {
  const own = createLoadSession(file, { ...options, projectRoot: session.projectRoot, report: session.report }, session.loaders);
  try {
    const { source, detected } = await openSource(own);
    return { source: openedIn(source, own, options), detected, shown: own.shown };
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    return error.diagnostics;
  }
}

function isOf(loader: Loader | undefined, { detected }: OpenedFile): boolean {
  return detected.kind === 'suite' && detected.loader === loader;
}

function notOfSuite({ name }: Pick<Loader, 'name'>, shown: string): Diagnostic {
  return {
    severity: 'info',
    code: 'skipped-file',
    message: `skipped: it is no ${name.replaceAll('-', ' ')}, and so no part of the suite of its folder`,
    location: startOf(shown),
    hint: 'name the file itself to run it',
  };
}

/**
 * Opens the files that make the suite of a folder, and finds the loader of it: the first one of which the folder has files.
 * @param files Those that are known to make it. Default: all in the folder itself that are of its dialect.
 * @throws InvalidFileError when there are none.
 */
export async function openFolder(
  session: LoadSession,
  options: LoadOptions,
  files?: readonly string[],
): Promise<{ readonly folder: SuiteFolder; readonly loader: Loader }> {
  const makers = session.loaders.filter(({ loadFolder }) => loadFolder);
  const opened: (OpenedFile | readonly Diagnostic[])[] = [];
  for (const file of files ?? (await filesIn(session))) opened.push(await openFile(file, session, options));
  const loader = makers.find((maker) => opened.some((file) => 'source' in file && isOf(maker, file)));
  const sources: SuiteSource[] = [];
  const findings: Diagnostic[] = [];
  const others: string[] = [];
  for (const file of opened) {
    if (!('source' in file)) findings.push(...file);
    else if (loader && isOf(loader, file)) sources.push(file.source);
    else {
      const skipped = skipReason(file.detected, file.shown);
      if (!skipped) others.push(file.shown);
      findings.push(skipped ?? notOfSuite(loader ?? makers[0] ?? { name: 'suite' }, file.shown));
    }
  }
  if (loader) return { loader, folder: openedIn({ folder: session.file, shown: session.shown, sources, findings }, session, options) };
  const broken = findings.filter(({ severity }) => severity === 'error');
  throw broken.length > 0 ? new InvalidFileError(findings) : noSuite(session, others);
}
