import type { SourceLocation, ValuePath } from '@assay/schema';
import { parseYaml } from '../yaml/parse-yaml.js';

/** Longest line whose columns are worth finding out, in characters. */
const MAX_LENGTH = 256 * 1024;

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
  const column = parseYaml(line, shown).documents[0]?.locate(path, which).column;
  return column === undefined ? start : { ...start, column };
}

/** A plain value of a line as it stands there: `1.0`. Costs a second parse too. */
export function writtenInLine(line: string, path: ValuePath): string | undefined {
  return line.length > MAX_LENGTH ? undefined : parseYaml(line, '').documents[0]?.written(path);
}
