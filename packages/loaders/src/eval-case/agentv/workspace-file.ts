import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { errorText, nearestMatch, reportError, type Diagnostic, type NormalizeContext, type SourceDocument, type ValuePath, type Workspace } from '@assay/schema';
import { displayPath } from '../../files/display-path.js';
import { decodeText } from '../../files/text-encoding.js';
import { reallyContains } from '../../references/contains.js';
import { parseYaml } from '../../yaml/parse-yaml.js';
import { moveWorkspaceFrom } from '../write/moved-workspace.js';

/** A file says so little that a larger one is another one. */
const MOST_BYTES = 2 ** 20;
const EXTENSIONS: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);
const HINT = 'write the path of a YAML file with template and hooks, relative to the folder of the suite, or write them under workspace';

/** Reads what a workspace says that stands in a document. */
export type ReadWorkspaceValue = (context: NormalizeContext, raw: unknown, path: ValuePath, base?: Workspace) => Workspace | undefined;

interface Parsed {
  readonly document: SourceDocument | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Cases of a dataset name the same file, one after the other. */
let last: { readonly key: string; readonly parsed: Parsed } | undefined;

function parsed(file: string, shown: string): Parsed | string {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return `was not found; searched: ${shown}`;
  if (!stats.isFile()) return `is no file: ${shown}`;
  if (stats.size > MOST_BYTES) return `has more than ${MOST_BYTES / 2 ** 20} MB: ${shown}`;
  const key = [file, shown, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ');
  if (last?.key === key) return last.parsed;
  const text = decodeText(readFileSync(file));
  if (typeof text !== 'string') return `cannot be read: ${text.message}`;
  const { documents, diagnostics } = parseYaml(text, shown);
  last = { key, parsed: { document: documents.length === 1 ? documents[0] : undefined, diagnostics } };
  return last.parsed;
}

/** A file that can be read, or what is wrong with it. */
function openFile(context: NormalizeContext, written: string, path: ValuePath): (Parsed & { readonly file: string }) | undefined {
  const refuse = (message: string, hint = HINT): undefined => {
    reportError(context, path, `the file of a workspace ${message}`, { code: 'file-reference', hint });
    return undefined;
  };
  const text = written.replace(/^file:\/\//u, '').trim();
  const { place } = context;
  if (!place) return refuse('is not read here');
  const file = resolve(place.directory, text);
  const shown = displayPath(file, place.workingDirectory);
  if (text === '' || !EXTENSIONS.has(extname(file).toLowerCase())) return refuse(`must be a YAML file: ${JSON.stringify(written)}`);
  if (existsSync(file) && !reallyContains(place.projectRoot, file)) return refuse(`${shown} lies outside the project root ${displayPath(place.projectRoot, place.workingDirectory)}`, 'move it into the project');
  let found: Parsed | string;
  try {
    found = parsed(file, shown);
  } catch (error) {
    found = `cannot be read: ${errorText(error)}`;
  }
  if (typeof found === 'string') return refuse(`${JSON.stringify(written)} ${found}`);
  return { ...found, file };
}

/**
 * Reads a workspace that stands in a file of its own. What it names goes from the folder of that file.
 * @param written path of the file, from the folder of the suite.
 * @param base as the suite says it, where a case names the file.
 */
export function readWorkspaceFile(context: NormalizeContext, written: string, path: ValuePath, base: Workspace | undefined, readValue: ReadWorkspaceValue): Workspace | undefined {
  const opened = openFile(context, written, path);
  if (!opened || !context.place) return base;
  const { file, document, diagnostics } = opened;
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === 'error') context.tally.errors += 1;
    context.report(diagnostic);
  }
  if (!document) {
    if (diagnostics.length === 0) reportError(context, path, `${displayPath(file, context.place.workingDirectory)} is empty, or holds several documents`, { code: 'file-reference', hint: HINT });
    return base;
  }
  const directory = dirname(file);
  const own: NormalizeContext = { ...context, linePrefix: undefined, documentDepth: undefined, place: { ...context.place, directory }, locate: (at, which) => document.locate(at, which), writtenAt: (at) => document.written(at) };
  // What is said there goes from another folder than what the suite says.
  const suite = join(context.place.directory, 'suite');
  const read = readValue(own, document.value, [], base && moveWorkspaceFrom(suite, file)(base));
  return read && moveWorkspaceFrom(file, suite)(read);
}

/** How an unknown key is reported: a file that wraps what it says is a usual mistake. */
export function unknownKeyHint(key: string, known: readonly string[], inFile: boolean): string {
  if (inFile && key === 'workspace') return 'the file is the workspace: write template and hooks without workspace around them';
  const nearest = nearestMatch(key, known);
  return nearest === undefined ? `known keys: ${known.join(', ')}` : `did you mean ${nearest}?`;
}
