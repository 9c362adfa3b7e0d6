import type { Diagnostic, SourceLocation, ValuePath } from '@assay/schema';
import { LineCounter, parseAllDocuments, visit, type Alias, type Document } from 'yaml';
import { offsetAt, writtenAt } from './locate-node.js';
import { keepWrittenIds } from './written-ids.js';
import { yamlProblem } from './yaml-problems.js';

/** How often anchors may be used, multiplied over nesting: stops files that unfold without end. */
const MAX_ALIAS_COUNT = 10_000;

/** One document of a YAML (or JSON) file: plain values, and where they stand. */
export interface SourceDocument {
  readonly value: unknown;
  locate(path: ValuePath, which?: 'key' | 'value'): SourceLocation;
  /** A plain value as it stands in the file: `007`, `1.0`. Undefined for all others. */
  written(path: ValuePath): string | undefined;
}

export interface ParsedYaml {
  /** The documents that hold something. */
  readonly documents: readonly SourceDocument[];
  /** Errors and warnings of the syntax. */
  readonly diagnostics: readonly Diagnostic[];
  /** False when an error leaves no values that are worth checking. */
  readonly usable: boolean;
}

type Place = (offset: number) => SourceLocation;

function problem(message: string, hint: string, location: SourceLocation): Diagnostic {
  return { severity: 'error', code: 'invalid-yaml', message: `Invalid YAML: ${message}`, hint, location };
}

interface BadAlias {
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** Why an alias stands for nothing: it has no anchor, or its anchor is around it and would never end. */
function checkAlias(doc: Document, alias: Alias): BadAlias | undefined {
  const offset = alias.range?.[0] ?? 0;
  const anchor = alias.resolve(doc);
  if (!anchor) {
    return { offset, message: `the alias *${alias.source} has no anchor`, hint: `define &${alias.source} above it, or put the text in quotes` };
  }
  const [start, end] = anchor.range ?? [Infinity, 0];
  return offset >= start && offset < end
    ? { offset, message: 'an anchor is used inside itself', hint: 'remove the alias (*name) from the value that it stands for' }
    : undefined;
}

function findBadAlias(doc: Document): BadAlias | undefined {
  let found: BadAlias | undefined;
  visit(doc, {
    Alias(_, alias) {
      found = checkAlias(doc, alias);
      return found && visit.BREAK;
    },
  });
  return found;
}

function toValue(doc: Document.Parsed, place: Place): { value: unknown } | Diagnostic {
  const bad = findBadAlias(doc);
  if (bad) return problem(bad.message, bad.hint, place(bad.offset));
  keepWrittenIds(doc);
  try {
    return { value: doc.toJS({ maxAliasCount: MAX_ALIAS_COUNT }) as unknown };
  } catch (error) {
    return problem(
      error instanceof RangeError ? 'the values are nested too deeply' : 'its anchors unfold to more values than can be meant',
      'write the values out, or use fewer nested aliases',
      place(doc.contents?.range?.[0] ?? 0),
    );
  }
}

function collect(docs: readonly Document.Parsed[], place: Place, text: string): ParsedYaml {
  const diagnostics: Diagnostic[] = [];
  const documents: SourceDocument[] = [];
  let usable = true;
  for (const doc of docs) {
    for (const warning of doc.warnings) diagnostics.push(yamlProblem(warning, doc, place, text));
    const syntax = doc.errors.find(({ code }) => code !== 'DUPLICATE_KEY');
    if (syntax) {
      // The errors after the first are mostly its consequences.
      diagnostics.push(yamlProblem(syntax, doc, place, text));
      usable = false;
      continue;
    }
    for (const error of doc.errors) diagnostics.push(yamlProblem(error, doc, place, text));
    const result = toValue(doc, place);
    if ('severity' in result) {
      diagnostics.push(result);
      usable = false;
    } else if (result.value !== null) {
      documents.push({
        value: result.value,
        locate: (path, which) => place(offsetAt(doc, path, which)),
        written: (path) => writtenAt(doc, path),
      });
    }
  }
  return { documents, diagnostics, usable };
}

/**
 * Parses a YAML stream (JSON included) to plain values with positions. Never throws: what is wrong is
 * in the diagnostics.
 * @param shown The file's name in locations.
 */
export function parseYaml(text: string, shown: string): ParsedYaml {
  const lineCounter = new LineCounter();
  const place: Place = (offset) => {
    const { line, col } = lineCounter.linePos(offset);
    return { file: shown, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  try {
    const docs = parseAllDocuments(text, { lineCounter, prettyErrors: false, merge: true });
    return collect('empty' in docs ? [] : docs, place, text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      documents: [],
      diagnostics: [problem('the values are nested too deeply', 'write it with fewer levels', { file: shown, line: 1, column: 1 })],
      usable: false,
    };
  }
}
