import { isUtf8 } from 'node:buffer';
import type { SourceLocation } from '@assay/schema';

/** Why bytes are not the text that they should be. */
export interface EncodingProblem {
  readonly code: 'not-text' | 'not-utf8';
  readonly message: string;
  readonly hint: string;
  readonly line: number;
  readonly column: number;
}

/** True for the first bytes of a text in UTF-16, which editors on Windows like to write. */
function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

/** Files that are something else than their names say, by their first bytes. */
const OTHERS: readonly (readonly [start: readonly number[], what: string, hint: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook, or another ZIP archive', 'save it as CSV, in UTF-8'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'a workbook of an old Excel', 'save it as CSV, in UTF-8'],
  [[0x1f, 0x8b], 'packed with gzip', 'unpack it first: gunzip'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'packed with zstd', 'unpack it first: unzstd'],
  [[0x50, 0x41, 0x52, 0x31, 0x15], 'Parquet', 'let its name end in .parquet'],
];

/** What is wrong with bytes that are the beginning of no text at all; undefined where nothing speaks against it. */
export function otherThanText(bytes: Uint8Array): Omit<EncodingProblem, 'line' | 'column'> | undefined {
  if (isUtf16(bytes)) return { code: 'not-utf8', message: 'the file is in UTF-16, not UTF-8', hint: 'save it as UTF-8' };
  const other = OTHERS.find(([start]) => start.every((byte, index) => bytes[index] === byte));
  return other && { code: 'not-text', message: `the file is not text: it is ${other[1]}`, hint: other[2] };
}

function positionIn(text: string, offset: number): Pick<SourceLocation, 'line' | 'column'> {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The text of UTF-8 bytes without their byte order mark, or what is wrong with them. */
export function decodeText(bytes: Buffer): string | EncodingProblem {
  const other = otherThanText(bytes);
  if (other) return { ...other, line: 1, column: 1 };
  const text = bytes.toString('utf8');
  const zero = text.indexOf('\0');
  if (zero >= 0) {
    return { code: 'not-text', message: 'the file is not text: it holds NUL bytes', hint: 'check that this is the file you mean', ...positionIn(text, zero) };
  }
  if (!isUtf8(bytes)) {
    return { code: 'not-utf8', message: 'the file is not in UTF-8', hint: 'save it as UTF-8', ...positionIn(text, text.indexOf('\uFFFD')) };
  }
  return text.codePointAt(0) === 0xfeff ? text.slice(1) : text;
}
