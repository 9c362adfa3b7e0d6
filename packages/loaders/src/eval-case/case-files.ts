import { existsSync, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import {
  InvalidFileError,
  isJsonObject,
  reportError,
  type LocatedCase,
  type NormalizeContext,
  type ValuePath,
} from '@assay/schema';
import { createCheckQueue } from '../checks/check-queue.js';
import type { LoadSession } from '../dialect/load-session.js';
import { displayPath } from '../files/display-path.js';
import { readSource } from '../files/read-source.js';
import { reallyContains } from '../references/contains.js';
import { loadWorkspaceReader } from './agentv/workspace-reader.js';
import type { Templating } from './templating/templating.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import { JsonlCases } from './jsonl-cases.js';
import { caseFileSession } from './lone-lines.js';
import type { SuiteHeader } from './read/suite-header.js';

/** What reading cases out of other files takes. */
export interface CaseFileOptions {
  readonly context: NormalizeContext;
  readonly session: LoadSession;
  readonly header: SuiteHeader;
  readonly templating: () => Promise<Templating>;
  /** Reads the cases of a document with the head of the suite. */
  readonly readDocument: (root: unknown, context: NormalizeContext, session: LoadSession) => Promise<readonly LocatedCase[]>;
}

/** Cases of other files, and the files that they stand in. */
interface ReferencedCases {
  readonly cases: readonly LocatedCase[];
  /** Absolute. */
  readonly files: readonly string[];
}

const NOTHING: ReferencedCases = { cases: [], files: [] };
const DOCUMENTS: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);
const TABLES: ReadonlySet<string> = new Set(['.csv', '.tsv', '.parquet']);
const HOW = 'write the path of a YAML, JSON or JSONL file with cases, relative to the folder of this file';

/** Most files that a glob or folder may stand for. */
const MOST_FILES = 10_000;
/** Most bytes of all files of cases that a suite names: their cases are held at once. */
export const MOST_CASE_BYTES = 64 * 2 ** 20;

/** `cases/*.yaml`, `./cases/` or `file://cases/a.yaml`. */
function isGlob(path: string): boolean {
  return /[*?{}[\]]/u.test(path);
}

async function matches(pattern: string, directory: string): Promise<readonly string[]> {
  const { glob } = await import('tinyglobby');
  const found = await glob(pattern, { cwd: directory, absolute: true, dot: false, expandDirectories: false, ignore: ['**/node_modules/**'] });
  return found.toSorted();
}

/** The cases of a folder: each folder in it that has a `case.yaml`. */
async function caseFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name).toSorted();
  return names.flatMap((name) => ['case.yaml', 'case.yml'].map((file) => join(folder, name, file)).find((file) => existsSync(file)) ?? []);
}

class CaseFiles {
  readonly #options: CaseFileOptions;
  /** Bytes of the files that were read. */
  #bytes = 0;

  constructor(options: CaseFileOptions) {
    this.#options = options;
  }

  async read(written: string, path: ValuePath): Promise<ReferencedCases> {
    const { context } = this.#options;
    const text = (written.startsWith('file://') ? written.slice('file://'.length) : written).trim();
    const fn = /\.(?:[cm]?[jt]s|py)(?::\w+)?$/u.exec(text);
    if (text === '' || fn) {
      reportError(context, path, fn ? `cases that a program makes are not supported: ${JSON.stringify(written)}` : 'a file of cases must be named', { ...(fn ? { code: 'unsupported' } : {}), hint: fn ? 'let it write a JSONL file, and name that' : HOW });
      return NOTHING;
    }
    const files = await this.#files(text, path);
    const read: ReferencedCases[] = [];
    for (const { file, id } of files) read.push(await this.#file(file, path, id));
    return { cases: read.flatMap(({ cases }) => cases), files: [...new Set(read.flatMap((one) => one.files))] };
  }

  async #files(text: string, path: ValuePath): Promise<readonly { readonly file: string; readonly id?: string }[]> {
    const { context, session } = this.#options;
    const file = resolve(session.directory, text);
    const none = (message: string): readonly [] => {
      reportError(context, path, message, { code: 'file-reference', hint: HOW });
      return [];
    };
    if (isGlob(text)) {
      const found = await matches(text, session.directory);
      if (found.length > MOST_FILES) return none(`the files of cases ${JSON.stringify(text)} are more than ${MOST_FILES}`);
      return found.length === 0 ? none(`no file of cases matches ${JSON.stringify(text)}`) : found.map((one) => ({ file: one }));
    }
    if (!existsSync(file)) return none(`the file of cases ${JSON.stringify(text)} was not found; searched: ${displayPath(file, session.workingDirectory)}`);
    if (!statSync(file).isDirectory()) return [{ file }];
    if (!reallyContains(session.projectRoot, file)) return [{ file }];
    const folders = await caseFolders(file);
    if (folders.length === 0) return none(`no folder in ${JSON.stringify(text)} has a case.yaml`);
    return folders.map((one) => ({ file: one, id: basename(dirname(one)) }));
  }

  async #file(file: string, path: ValuePath, id?: string): Promise<ReferencedCases> {
    const { context, session } = this.#options;
    const shown = displayPath(file, session.workingDirectory);
    if (!reallyContains(session.projectRoot, file)) {
      reportError(context, path, `the file of cases ${shown} lies outside the project root ${displayPath(session.projectRoot, session.workingDirectory)}`, { code: 'file-reference', hint: 'move it into the project' });
      return NOTHING;
    }
    const extension = extname(file).toLowerCase();
    const own = caseFileSession(file, session);
    if (TABLES.has(extension)) {
      reportError(context, path, `a table is no file of cases for a list: ${shown}`, { code: 'unsupported', hint: `name the table on the command line, with this file beside it as ${basename(file, extname(file))}.yaml` });
      return NOTHING;
    }
    if (!(await this.#fits(file, shown, path))) return NOTHING;
    try {
      if (extension === '.jsonl') return { cases: await this.#lines(own), files: [file] };
      if (DOCUMENTS.has(extension)) return { cases: await this.#document(own, await readSource(file, shown), id), files: [file] };
    } catch (error) {
      if (!(error instanceof InvalidFileError)) throw error;
      for (const diagnostic of error.diagnostics) this.#report(diagnostic);
      return { cases: [], files: [file] };
    }
    reportError(context, path, `${shown} is no file of cases`, { code: 'file-reference', hint: HOW });
    return NOTHING;
  }

  /** Whether a file can be held with those before it. The first that cannot is reported. */
  async #fits(file: string, shown: string, path: ValuePath): Promise<boolean> {
    if (this.#bytes > MOST_CASE_BYTES) return false;
    // What cannot be looked at is reported when it is read.
    this.#bytes += (await stat(file).catch(() => undefined))?.size ?? 0;
    if (this.#bytes <= MOST_CASE_BYTES) return true;
    const most = MOST_CASE_BYTES / 2 ** 20;
    const lines = extname(file).toLowerCase() === '.jsonl';
    reportError(this.#options.context, path, `the files of cases that a suite names may have ${most} MB together; with ${shown} they have ${Math.ceil(this.#bytes / 2 ** 20)} MB`, {
      code: 'file-too-large',
      hint: lines
        ? 'let it stand alone in place of the list: its cases are then streamed'
        : 'write the cases as JSONL, and name that alone in place of the list: its cases are then streamed',
    });
    return false;
  }

  #report(diagnostic: Parameters<NormalizeContext['report']>[0]): void {
    const { context } = this.#options;
    if (diagnostic.severity === 'error') context.tally.errors += 1;
    context.report(diagnostic);
  }

  async #lines(session: LoadSession): Promise<readonly LocatedCase[]> {
    const { header, templating } = this.#options;
    const isTemplated = header.prompts !== undefined || header.vars !== undefined;
    const cases: LocatedCase[] = [];
    const lines = new JsonlCases(session, { header, templating: isTemplated ? await templating() : undefined, onInvalid: 'throw', isHeld: true });
    for (let step = await lines.next(); !step.done; step = await lines.next()) cases.push(step.value);
    return cases;
  }

  async #document(session: LoadSession, text: string, id: string | undefined): Promise<readonly LocatedCase[]> {
    const { usable, documents, diagnostics } = parseYaml(text, session.shown);
    for (const diagnostic of diagnostics) this.#report(diagnostic);
    const [document] = documents;
    if (!usable || !document) return [];
    // Scripts and prompts are found from the folder of the suite, whatever file names them.
    const checks = createCheckQueue(session);
    const context: NormalizeContext = {
      ...this.#options.context,
      onEvaluator: checks.onEvaluator,
      locate: (path, which) => document.locate(path, which),
      writtenAt: (path) => document.written(path),
    };
    const { value } = document;
    await loadWorkspaceReader(value);
    if (isJsonObject(value) && this.#isSuite(value, context)) return [];
    const named = id !== undefined && isJsonObject(value) && value['id'] === undefined ? { id, ...value } : value;
    const cases = await this.#options.readDocument(named, context, session);
    await checks.report(context);
    return cases;
  }

  /** A file with a head of its own would lose it here. */
  #isSuite(value: Readonly<Record<string, unknown>>, context: NormalizeContext): boolean {
    const key = ['tests', 'evalcases', 'eval_cases', 'cases'].find((name) => value[name] !== undefined);
    if (key === undefined) return false;
    reportError(context, [key], 'this file is a suite of its own, and no list of cases', { code: 'unsupported', which: 'key', hint: 'name it on the command line besides, or leave only the list of its cases in it' });
    return true;
  }
}

export type CaseFileReader = Pick<CaseFiles, 'read'>;

/** Reads the cases of files that the list of a suite names, one item after the other. What is wrong goes to the context. */
export function createCaseFiles(options: CaseFileOptions): CaseFileReader {
  return new CaseFiles(options);
}

/** Reports ids of cases that stand twice, in whichever files. */
export function reportRepeatedIds(context: NormalizeContext, cases: readonly LocatedCase[]): void {
  const places = new Map<string, LocatedCase>();
  for (const located of cases) {
    const first = places.get(located.evalCase.id);
    if (!first) {
      places.set(located.evalCase.id, located);
      continue;
    }
    context.tally.errors += 1;
    context.report({ severity: 'error', code: 'duplicate-id', message: `two cases have the id "${located.evalCase.id}"`, location: located.location, hint: 'give each case its own id', related: { message: 'the first one is here', location: first.location } });
  }
}
