import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  EVAL_CASE_ALIASES,
  isJsonObject,
  nearestMatch,
  UsageError,
  type InvalidFileError,
  type Loader,
  type LoadOptions,
  type Suite,
  type SuiteSource,
} from '@assay/schema';
import type { Detected } from './dialect/detect-dialect.js';
import { extensionsOf, LINES, lineLoader } from './dialect/file-extensions.js';
import { createLoadSession, openedIn, type LoadSession } from './dialect/load-session.js';
import { loaderProblem } from './dialect/loader-problem.js';
import { openSource, type OpenedSource } from './dialect/open-source.js';
import { requireExtension } from './dialect/require-extension.js';
import { fileProblem, startOf } from './files/file-problem.js';
import { openFolder } from './folder/open-folder.js';
import type { SuitePath } from './folder/suite-path.js';
import { loaders as installed } from './loaders.js';

/** A mistyped name of the list of cases is the likeliest reason that a file is not recognised. */
function unknownHint(source: SuiteSource): string {
  const root = source.format === 'documents' ? source.documents[0]?.value : undefined;
  const keys = isJsonObject(root) ? Object.keys(root) : [];
  for (const key of keys) {
    const nearest = nearestMatch(key, EVAL_CASE_ALIASES.cases);
    if (nearest) return `did you mean ${nearest} instead of ${key}?`;
  }
  return `write the cases as a list under ${EVAL_CASE_ALIASES.cases[0]}:`;
}

function noSuite(source: SuiteSource, detected: Detected): InvalidFileError {
  const place = source.format === 'documents' ? (source.documents[0]?.locate([]) ?? startOf(source.shown)) : startOf(source.shown);
  if (detected.kind !== 'other') return fileProblem('unknown-format', 'this is no eval file: it has no list of cases', unknownHint(source), place);
  return fileProblem('unsupported-dialect', `this looks like ${detected.file.title}, not a suite`, detected.file.instead, place, detected.file.namedOptions);
}

async function isFolder(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isDirectory();
  } catch {
    return false;
  }
}

/** A guess that is no better than this does not count against what lines usually are. */
const PLAIN = 0.5;

/** The loader of a file; undefined for what is no suite. Lines have few looks: where it is not plain what they are, they are cases. */
function loaderOf({ source, detected }: OpenedSource, { loaders }: LoadSession): Loader | undefined {
  const { kind } = detected;
  if (source.format !== 'lines') return kind === 'suite' ? detected.loader : undefined;
  if (kind === 'suite' && (detected.sureness > PLAIN || detected.loader.extensions.includes(LINES))) return detected.loader;
  return kind === 'other' && detected.file.inLines ? undefined : lineLoader(loaders);
}

/** @throws UsageError for prompts that are given for a suite whose dialect has none. */
function checkPrompts({ prompts = [] }: LoadOptions, { name, takesPrompts }: Loader, shown: string): void {
  if (prompts.length === 0 || takesPrompts) return;
  throw new UsageError(`${shown}: a suite of the dialect ${name} is asked as it is written, and not with other prompts`, {
    hint: 'name tables or eval cases, or leave the prompts out',
    namedOptions: [{ name: 'prompts' }],
  });
}

/** What a dialect says of itself goes along with its suites. Those of loaders that are not installed are looked at first. */
async function suiteOf(made: Suite, loader: Loader, shown: string, { definitions }: LoadOptions): Promise<Suite> {
  let suite = made;
  if (!installed.includes(loader)) {
    // Only programs have such loaders: commands start without it.
    const { checkedSuite } = await import('./dialect/checked-suite.js');
    suite = checkedSuite(made, { by: loader.name, shown, settings: definitions?.settings });
  }
  return loader.conventions === undefined ? suite : { ...suite, conventions: loader.conventions };
}

/** Has a loader read a suite. @throws InvalidFileError also for what one that is not installed throws by mistake, with its name. */
async function loadWith(loader: Loader, of: 'load()' | 'loadFolder()', { shown }: LoadSession, options: LoadOptions, load: () => Promise<Suite>): Promise<Suite> {
  let made: Suite;
  try {
    made = await load();
  } catch (error) {
    throw installed.includes(loader) ? error : loaderProblem(error, { by: loader.name, of, shown });
  }
  return suiteOf(made, loader, shown, options);
}

/**
 * Loads one suite, whatever its format: `.yaml`, `.yml`, `.json`, `.jsonl`, or a folder of test cases.
 * The content decides the dialect. Files that are read whole are checked whole; JSONL is checked while it is read.
 * @throws UsageError for other extensions.
 * @throws InvalidFileError with every finding of the file.
 */
export async function loadSuite(suite: string | SuitePath, options: LoadOptions = {}): Promise<Suite> {
  const { path, files } = typeof suite === 'string' ? { path: suite, files: undefined } : suite;
  const file = resolve(options.workingDirectory ?? process.cwd(), path);
  const session = createLoadSession(file, options, options.loaders ?? installed);
  if (await isFolder(file)) {
    const { folder, loader } = await openFolder(session, options, files);
    checkPrompts(options, loader, session.shown);
    const { loadFolder } = loader;
    if (loadFolder) return await loadWith(loader, 'loadFolder()', session, options, async () => await loadFolder.call(loader, folder, options));
  }
  requireExtension(file, session.shown, extensionsOf(session.loaders));
  const opened = await openSource({ ...session, prompted: (options.prompts?.length ?? 0) > 0 });
  const loader = loaderOf(opened, session);
  if (!loader) throw noSuite(opened.source, opened.detected);
  checkPrompts(options, loader, session.shown);
  return await loadWith(loader, 'load()', session, options, async () => await loader.load(openedIn(opened.source, session, options), options));
}
