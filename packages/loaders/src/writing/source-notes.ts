import { extname } from 'node:path';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Loader,
  type NoteKeys,
  parseWithIds,
  type SourceDocument,
  type SourceLocation,
  type SourceNotes,
  type Suite,
} from '@assay/schema';
import { CST, Lexer } from 'yaml';
import { displayPath } from '../files/display-path.js';
import { readSource } from '../files/read-source.js';
import { LineReader } from '../jsonl/line-reader.js';
import { withLineEnds } from '../yaml/line-ends.js';
import { parseYaml } from '../yaml/parse-yaml.js';

const NONE: NoteKeys = { suite: [], case: [], lists: [] };

function pick(raw: JsonObject, keys: readonly string[]): JsonObject | undefined {
  const found = keys.flatMap((key): (readonly [string, JsonValue])[] => {
    const value = raw[key];
    return value === undefined || value === null ? [] : [[key, value]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

interface RawItem {
  readonly raw: unknown;
  readonly path: readonly (string | number)[];
}

function listAt(list: unknown, path: RawItem['path']): readonly RawItem[] {
  return Array.isArray(list) ? list.map((raw: unknown, index) => ({ raw, path: [...path, index] })) : [];
}

/** The head of a document, if it has one, and its cases as they are written. */
function partsOf({ value }: SourceDocument, lists: readonly string[]): { readonly head: JsonObject | undefined; readonly items: readonly RawItem[] } {
  if (Array.isArray(value)) return { head: undefined, items: listAt(value, []) };
  if (!isJsonObject(value)) return { head: undefined, items: [] };
  const key = lists.find((name) => Array.isArray(value[name]));
  if (key !== undefined) return { head: value, items: listAt(value[key], [key]) };
  const isCase = ['id', 'input', 'input_messages', 'prompt', 'promptText', 'messages', 'task'].some((name) => value[name] !== undefined);
  return isCase ? { head: undefined, items: [{ raw: value, path: [] }] } : { head: value, items: [] };
}

function countComments(written: string, shown: string): SourceNotes['comments'] {
  const text = withLineEnds(written);
  let offset = 0;
  let count = 0;
  let first = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (CST.tokenType(lexeme) === 'comment') {
      if (count === 0) first = offset;
      count += 1;
    }
    // These marks are no part of the text.
    if (!['\u0002', '\u0018', '\u001F'].includes(lexeme)) offset += lexeme.length;
  }
  if (count === 0) return [];
  const before = text.slice(0, first).split('\n');
  return [{ count, location: { file: shown, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } }];
}

interface Found {
  suite: JsonObject;
  readonly cases: Map<string, JsonObject>;
  readonly unplaced: { field: string; location: SourceLocation }[];
  readonly comments: SourceNotes['comments'][number][];
}

function addCase(found: Found, raw: unknown, keys: readonly string[], place: () => SourceLocation): void {
  const notes = isJsonObject(raw) ? pick(raw, keys) : undefined;
  if (!notes || !isJsonObject(raw)) return;
  const { id } = raw;
  if (typeof id === 'string' || typeof id === 'number') found.cases.set(String(id), notes);
  else for (const field of Object.keys(notes)) found.unplaced.push({ field, location: place() });
}

/** A dataset may be larger than what is read whole. */
async function addLines(found: Found, file: string, keys: readonly string[], shown: string): Promise<void> {
  const reader = new LineReader(file, shown);
  try {
    while (await reader.fill()) {
      for (let line = reader.take(); line !== undefined; line = reader.take()) {
        const place = { file: shown, line: reader.lineNumber, column: 1 };
        if (line.trim() !== '') addCase(found, parseWithIds(line), keys, () => place);
      }
    }
  } finally {
    await reader.close();
  }
}

/**
 * Reads what the files of a suite say for people only. The files are valid: the suite was loaded.
 * @param loader That of the suite; undefined when it is not installed.
 * @throws InvalidFileError when a file cannot be read.
 */
export async function readNotes(suite: Suite, loader: Loader | undefined, workingDirectory: string): Promise<SourceNotes> {
  const keys = loader?.notes ?? NONE;
  const found: Found = { suite: {}, cases: new Map(), unplaced: [], comments: [] };
  for (const file of suite.sources ?? [suite.file]) {
    const shown = displayPath(file, workingDirectory);
    const extension = extname(file).toLowerCase();
    if (extension === '.jsonl') {
      await addLines(found, file, keys.case, shown);
      continue;
    }
    // What is neither YAML nor JSON has no keys that could be found.
    if (!['.yaml', '.yml', '.json'].includes(extension)) continue;
    const text = await readSource(file, shown);
    if (extension !== '.json') found.comments.push(...countComments(text, shown));
    for (const document of parseYaml(text, shown).documents) {
      const { head, items } = partsOf(document, keys.lists);
      if (head) found.suite = { ...found.suite, ...pick(head, keys.suite) };
      for (const { raw, path } of items) addCase(found, raw, keys.case, () => document.locate(path));
    }
  }
  return found;
}
