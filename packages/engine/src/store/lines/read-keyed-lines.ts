import { readLines, type RawLine, type ReadLinesOptions } from './read-lines.js';
import { isBlank, parseLine } from './row-lines.js';
import { systemCode } from '../../files/system-code.js';
import { storeFailure } from '../store-failure.js';

/** How rows begin as Assay writes them. Neither text can hold a quotation mark, so nothing of a reply is taken for a key. */
const HEAD = /^\{"schema_version":\d+,"run_id":"[^"\\]*","trial_key":"([^"\\]*)"/u;
/** Longest head that is looked at, in bytes. */
const HEAD_BYTES = 512;
const CLOSING_BRACE = 0x7d;
const CARRIAGE_RETURN = 0x0d;

/** A line of a file of rows with the key of its trial, which is undefined for a line that is no row. */
export interface KeyedLine extends Pick<RawLine, 'bytes' | 'number'> {
  readonly key: string | undefined;
}

/** The key at the beginning of a line that ends as rows do: parsing the whole of it takes many times as long. */
function keyInHead(line: Buffer): string | undefined {
  const last = line.at(-1) === CARRIAGE_RETURN ? line.at(-2) : line.at(-1);
  if (last !== CLOSING_BRACE) return undefined;
  return HEAD.exec(line.toString('utf8', 0, HEAD_BYTES))?.[1];
}

/** The line with its key; undefined for a last one that is torn. */
function keyed({ bytes, number, complete }: RawLine): KeyedLine | undefined {
  const inHead = complete ? keyInHead(bytes) : undefined;
  if (inHead !== undefined) return { key: inHead, bytes, number };
  const row = parseLine(bytes);
  if (!row && !complete) return undefined;
  const key = row?.['trial_key'];
  return { key: typeof key === 'string' ? key : undefined, bytes, number };
}

/**
 * The lines of a file of rows with their keys, in batches. What follows the key is not looked at. A missing file has no lines.
 * @throws StoreError when the file cannot be read.
 */
export async function* readKeyedLines(file: string, options: ReadLinesOptions = {}): AsyncGenerator<readonly KeyedLine[]> {
  try {
    for await (const lines of readLines(file, options)) {
      yield lines
        .filter(({ bytes }) => !isBlank(bytes))
        .map(keyed)
        .filter((line) => line !== undefined);
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw storeFailure('read', file, error);
  }
}
