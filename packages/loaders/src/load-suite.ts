import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { EVAL_CASE_ALIASES, isJsonObject, type LoadOptions, nearestMatch, type Suite, UsageError } from '@assay/schema';
import type { DetectedDialect } from './dialect/detect-dialect.js';
import { openSource, type SourceFile } from './dialect/source-file.js';
import type { OnInvalid } from './eval-case/jsonl-cases.js';
import { createLoadSession, type LoadSession } from './dialect/load-session.js';
import { fileProblem, startOf } from './files/file-problem.js';
import { openFolder } from './folder/open-folder.js';
import type { SuitePath } from './folder/suite-path.js';
import { loaders } from './loaders.js';

const EXTENSIONS = ['.yaml', '.yml', '.json', '.jsonl'];

const NAMES: Readonly<Record<DetectedDialect, string>> = {
  'eval-case': 'a file of eval cases',
  blueprint: 'a blueprint',
  'test-case': 'a test case',
  sidecar: 'a sidecar (settings for a JSONL file of the same name, without cases)',
  'target-file': 'a file of targets',
  config: 'a project configuration',
  baseline: 'a baseline',
  'other-baseline': 'a baseline of another tool',
  'run-row': 'the result of a run',
  recording: 'a recording of replies',
  unknown: 'nothing that is known',
};

const HINTS: Partial<Record<DetectedDialect, string>> = {
  sidecar: 'name the JSONL file instead, or add cases under evalcases:',
  'target-file': 'name a file of cases; targets are chosen with --target',
  config: 'name a file of cases; the configuration is found by itself',
  baseline: 'name a file of cases',
  'other-baseline': 'name a file of cases; assay baseline save writes baselines of Assay',
  'run-row': 'name a file of cases; results of two runs are compared with assay compare',
  recording:
    'score it with assay score SUITE --outputs FILE, or make it the recording: of a target with provider: replay; if these are cases, write what is asked under input',
};

/** A mistyped name of the list of cases is the likeliest reason that a file is not recognised. */
function unknownHint(source: SourceFile): string {
  const root = source.format === 'documents' ? source.parsed.documents[0]?.value : undefined;
  const keys = isJsonObject(root) ? Object.keys(root) : [];
  for (const key of keys) {
    const nearest = nearestMatch(key, EVAL_CASE_ALIASES.cases);
    if (nearest) return `did you mean ${nearest} instead of ${key}?`;
  }
  return `write the cases as a list under ${EVAL_CASE_ALIASES.cases[0]}:`;
}

function wrongDialect(source: SourceFile, session: LoadSession): never {
  const { dialect } = source;
  const place =
    source.format === 'documents' ? (source.parsed.documents[0]?.locate([]) ?? startOf(session.shown)) : startOf(session.shown);
  if (dialect === 'unknown') {
    throw fileProblem('unknown-format', 'this is no eval file: it has no list of cases', unknownHint(source), place);
  }
  throw fileProblem(
    'unsupported-dialect',
    `this looks like ${NAMES[dialect]}${HINTS[dialect] === undefined ? '; no loader for it is installed' : ', not a suite'}`,
    HINTS[dialect] ?? `installed: ${loaders.map(({ name }) => name).join(', ')}`,
    place,
  );
}

function unsupported(shown: string, extension: string, supported: readonly string[]): UsageError {
  return new UsageError(`${shown}: unsupported file format ${extension === '' ? '(no extension)' : extension}; supported formats: ${supported.join(', ')}`, {
    hint: 'rename the file if its content has one of these formats',
  });
}

/** @throws UsageError for a file name whose extension is not in the list. */
export function requireExtension(file: string, shown: string, supported: readonly string[]): void {
  const extension = extname(file).toLowerCase();
  if (!supported.includes(extension)) throw unsupported(shown, extension, supported);
}

async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch {
    return false;
  }
}

async function openFolderSuite(session: LoadSession, files: readonly string[] | undefined): Promise<Suite> {
  const loader = loaders.find(({ loadFolder }) => loadFolder);
  const load = loader?.loadFolder;
  if (!loader || !load) {
    throw fileProblem('not-a-file', 'this is a folder, not a suite', 'name a file in it', startOf(session.shown));
  }
  return load(await openFolder(session, loader.dialect, files), session);
}

/** Opens a suite; what a streamed one does with bad lines is up to the caller. */
export async function openSuite(suite: string | SuitePath, options: LoadOptions, onInvalid: OnInvalid): Promise<Suite> {
  const { path, files } = typeof suite === 'string' ? { path: suite, files: undefined } : suite;
  const file = resolve(options.workingDirectory ?? process.cwd(), path);
  const session = createLoadSession(file, options);
  if (await isFolder(file)) return openFolderSuite(session, files);
  requireExtension(file, session.shown, EXTENSIONS);
  const source = await openSource(session);
  // Other lines have no other meaning; one that is no case gets an error of its own.
  const isOther = ['run-row', 'recording', 'test-case'].includes(source.dialect);
  const dialect = source.format === 'lines' && !isOther ? 'eval-case' : source.dialect;
  const loader = loaders.find((candidate) => candidate.dialect === dialect);
  return loader ? loader.loadSource(source, session, onInvalid) : wrongDialect(source, session);
}

/**
 * Loads one suite, whatever its format: `.yaml`, `.yml`, `.json`, `.jsonl`, or a folder of test cases.
 * The content decides the dialect. Files that are read whole are checked whole; JSONL is checked while it is read.
 * @throws UsageError for other extensions.
 * @throws InvalidFileError with every finding of the file.
 */
export function loadSuite(suite: string | SuitePath, options: LoadOptions = {}): Promise<Suite> {
  return openSuite(suite, options, 'throw');
}
