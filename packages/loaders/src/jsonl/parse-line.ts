import type { Diagnostic } from '@assay/schema';
import { jsonErrorOffset, jsonErrorWords } from './json-error.js';

function hintFor(line: string, lineNumber: number): string {
  const text = line.trim();
  if (line.includes('\0')) return 'the file holds NUL bytes: check that this is the file you mean';
  if (lineNumber === 1 && (text === '[' || text === '{')) return 'JSONL has one whole JSON object on each line; put each case on one line, without an array around them';
  if (text.startsWith("{'")) return 'JSON wants double quotes';
  if (/,\s*[}\]]/u.test(text)) return 'JSON allows no comma before a closing bracket';
  return 'write one whole JSON object on each line';
}

/** What is wrong with a line that is no JSON. */
export function invalidLine(error: unknown, line: string, lineNumber: number, shown: string): Diagnostic {
  return {
    severity: 'error',
    code: 'invalid-json',
    message: `Line ${lineNumber}: Invalid JSON: ${jsonErrorWords(error)}`,
    location: { file: shown, line: lineNumber, column: jsonErrorOffset(line) + 1 },
    hint: hintFor(line, lineNumber),
  };
}
