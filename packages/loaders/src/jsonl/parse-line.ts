import { jsonErrorWords, type Diagnostic, type DuplicateKey } from '@assay/schema';
import { jsonErrorOffset } from '../json/json-error.js';

function hintFor(line: string, lineNumber: number): string {
  const text = line.trim();
  if (line.includes('\0')) return 'the file holds NUL bytes: check that this is the file you mean';
  if (text.includes('\r')) return 'a line ends with \\n or \\r\\n, and a carriage return (\\r) stands alone here: save the file with line ends of Unix or Windows';
  if (lineNumber === 1 && (text === '[' || text === '{')) return 'JSONL has one whole JSON object on each line; put each case on one line, without an array around them';
  if (text.startsWith("{'")) return 'JSON wants double quotes';
  if (/,\s*[}\]]/u.test(text)) return 'JSON allows no comma before a closing bracket';
  if (text.endsWith('},')) return 'lines of JSONL stand by themselves: remove the comma at the end of the line';
  if (text.startsWith('//') || text.startsWith('#')) return 'JSONL has no comments: remove the line';
  return 'write one whole JSON object on each line';
}

/** A key that a line has twice: only one of the two would be read. */
export function repeatedKey({ key, first, second }: DuplicateKey, line: number, file: string): Diagnostic {
  return {
    severity: 'error',
    code: 'duplicate-key',
    message: `Line ${line}: the key "${key}" stands here a second time`,
    location: { file, line, column: second + 1 },
    hint: 'keep one of them',
    related: { message: 'the first one is here', location: { file, line, column: first + 1 } },
  };
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
