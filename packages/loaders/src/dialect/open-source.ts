import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { InvalidFileError, isJsonObject, type FileContent, type Loader, type LoadTrust, type SuiteSource } from '@assay/schema';
import { checkJson } from '../json/check-json.js';
import { fileProblem, outsideProblem, startOf } from '../files/file-problem.js';
import { readSource } from '../files/read-source.js';
import { LineReader } from '../jsonl/line-reader.js';
import { reallyContains } from '../references/contains.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import { detectDialect, type Detected } from './detect-dialect.js';
import { isPrompted } from './is-prompted.js';
import { extensionsOf, LINES, lineLoader } from './file-extensions.js';

/** A file that has been looked into, and what it is. */
export interface OpenedSource {
  readonly source: SuiteSource;
  /** What its dialect was recognized by. */
  readonly content: FileContent;
  readonly detected: Detected;
}

/** What opening a file takes. */
export interface OpenOptions {
  /** Absolute path. */
  readonly file: string;
  readonly shown: string;
  /** The loaders that are asked. */
  readonly loaders: readonly Loader[];
  readonly trust?: LoadTrust | undefined;
  /** Folder that a file which nobody vouches for must be in. */
  readonly projectRoot?: string | undefined;
  /** True for a file that is asked as a table is, whatever its sidecar says. Default: the sidecar decides. */
  readonly prompted?: boolean | undefined;
}

/** Extensions of files that are parsed as YAML. Others are too, unless a loader takes them as they are. */
const PARSED = new Set(['.yaml', '.yml', '.json']);

/** A list of objects may be cases or rows of a table, which only what is said of them tells. */
async function withPrompts(content: FileContent, options: OpenOptions): Promise<FileContent> {
  const [first] = content.documents;
  const isRows = content.extension === LINES ? isJsonObject(first) : content.extension === '.json' && Array.isArray(first);
  if (!isRows) return content;
  return options.prompted || (await isPrompted(options.file, options)) ? { ...content, prompted: true } : content;
}

async function openLines(options: OpenOptions): Promise<OpenedSource> {
  const { file, shown, loaders } = options;
  const reader = new LineReader(file, shown);
  try {
    while (await reader.fill()) {
      for (let line = reader.take(); line !== undefined; line = reader.take()) {
        if (line.trim() === '') continue;
        const content = await withPrompts(contentOfLine(line), options);
        return { source: { format: 'lines', file, shown }, content, detected: kindOfLine(content, loaders) };
      }
    }
    throw fileProblem('empty-file', 'the file is empty', 'write one case as a JSON object on each line', startOf(shown));
  } finally {
    await reader.close();
  }
}

function contentOfLine(line: string): FileContent {
  try {
    return { extension: LINES, documents: [JSON.parse(line)] };
  } catch {
    return { extension: LINES, documents: [] };
  }
}

/** A line that is broken, or has an id and little else, is left to the loader of cases, which says what is wrong. */
function kindOfLine(content: FileContent, loaders: readonly Loader[]): Detected {
  const detected = detectDialect(content, loaders);
  const [value] = content.documents;
  const loader = lineLoader(loaders);
  const isLeft = detected.kind === 'unknown' && (!isJsonObject(value) || value['id'] !== undefined);
  return isLeft && loader ? { kind: 'suite', loader, sureness: 0 } : detected;
}

const JSON_BEGINNING = 'write { "evalcases": [{ "id": "…", "expected_outcome": "…", "input": "…" }] }';

async function openDocuments(options: OpenOptions, extension: string): Promise<OpenedSource> {
  const { file, shown, loaders } = options;
  const text = await readSource(file, shown);
  const howToBegin = extension === '.json' ? JSON_BEGINNING : 'write cases under evalcases:';
  if (text.trim() === '') {
    throw fileProblem('empty-file', 'the file is empty', howToBegin, startOf(shown));
  }
  if (extension === '.json') checkJson(text, shown);
  const { usable, documents, diagnostics: findings } = parseYaml(text, shown);
  if (!usable) throw new InvalidFileError(findings);
  if (documents.length === 0) {
    const nothing = /^[ \t]*(?:null|~)/mu.test(text) ? 'nothing but null' : 'nothing but comments';
    throw fileProblem('empty-file', `the file holds ${nothing}`, howToBegin, startOf(shown));
  }
  const content = await withPrompts({ extension, documents: documents.map(({ value }) => value) }, options);
  return { source: { format: 'documents', file, shown, documents, findings }, content, detected: detectDialect(content, loaders) };
}

/**
 * Opens a file that may be a suite and finds out what it is.
 * @throws InvalidFileError when it cannot be read or parsed, or is empty.
 */
export async function openSource(options: OpenOptions): Promise<OpenedSource> {
  const { file, shown, trust, projectRoot, loaders } = options;
  if (trust && projectRoot !== undefined && existsSync(file) && !reallyContains(projectRoot, file)) throw outsideProblem(shown);
  const extension = extname(file).toLowerCase();
  if (extension === LINES) return openLines(options);
  if (loaders.some(({ streamed }) => streamed?.includes(extension))) {
    const content: FileContent = { extension, documents: [] };
    return { source: { format: 'streamed', file, shown }, content, detected: detectDialect(content, loaders) };
  }
  if (PARSED.has(extension) || !extensionsOf(loaders).includes(extension)) return openDocuments(options, extension);
  const text = await readSource(file, shown);
  const content: FileContent = { extension, documents: [] };
  return { source: { format: 'text', file, shown, text }, content, detected: detectDialect(content, loaders) };
}
