import { hash } from 'node:crypto';
import { parseJson, type JsonValue } from '@assay/schema';

/** Begins every entry. Another one belongs to another version, whose entries mean something else. */
const MARK = 'assay-cache-1 ';
const HEAD = MARK.length + 64 + 1;

function digest(key: string, body: string): string {
  return hash('sha256', `${key}\n${body}`, 'hex');
}

/** An entry as it lies in its file: a line with the digest of key and value, then the value. */
export function writeEntry(key: string, value: JsonValue): string {
  const body = JSON.stringify(value);
  return `${MARK}${digest(key, body)}\n${body}`;
}

/** The value of an entry; undefined for one that is damaged, torn, under another key or of another version. */
export function readEntry(key: string, text: string): JsonValue | undefined {
  if (!text.startsWith(MARK) || text[HEAD - 1] !== '\n') return undefined;
  const body = text.slice(HEAD);
  if (text.slice(MARK.length, HEAD - 1) !== digest(key, body)) return undefined;
  try {
    return parseJson(body) as JsonValue;
  } catch {
    return undefined;
  }
}
