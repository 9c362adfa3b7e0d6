import type { SourceDocument, SourceLocation, ValuePath } from '@assay/schema';
import { parseYaml } from '../yaml/parse-yaml.js';

/** Longest line whose columns are worth finding out, in characters. */
const MAX_LENGTH = 256 * 1024;

let last: { readonly line: string; readonly document: SourceDocument | undefined } = { line: '', document: undefined };

/** A line with its positions. Kept until another one is asked for: all findings about a line come together. */
function parsedLine(line: string): SourceDocument | undefined {
  if (last.line !== line) last = { line, document: parseYaml(line, '').documents[0] };
  return last.document;
}

/**
 * Where a value stands in a line of JSONL. Costs a second parse, so it is for findings only; JSON
 * is YAML, and the YAML parser knows positions.
 */
export function locateInLine(
  line: string,
  lineNumber: number,
  shown: string,
  path: ValuePath,
  which: 'key' | 'value' | undefined,
): SourceLocation {
  const start = { file: shown, line: lineNumber, column: 1 };
  if (path.length === 0 || line.length > MAX_LENGTH) return start;
  const column = parsedLine(line)?.locate(path, which).column;
  return column === undefined ? start : { ...start, column };
}

/** A plain value of a line as it stands there: `1.0`. Costs a second parse too. */
export function writtenInLine(line: string, path: ValuePath): string | undefined {
  return line.length > MAX_LENGTH ? undefined : parsedLine(line)?.written(path);
}
