import { composedText, isJsonObject, parseWithIds } from '@assay/schema';
import { LineReader } from '../jsonl/line-reader.js';

function idOf(line: string): unknown {
  try {
    const raw: unknown = parseWithIds(line);
    return isJsonObject(raw) ? raw['id'] : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The first line before `before` whose case has this id. Reads the file again: ids are not kept
 * while streaming, and this is only asked once they are almost certainly repeated.
 */
export async function findIdLine(file: string, shown: string, id: string, before: number): Promise<number | undefined> {
  const reader = new LineReader(file, shown);
  try {
    while (await reader.fill()) {
      for (let line = reader.take(); line !== undefined; line = reader.take()) {
        if (reader.lineNumber >= before) return undefined;
        const found = composedText(line).includes(id) || line.includes('\\') ? idOf(line) : undefined;
        if (found !== undefined && found !== null && composedText(String(found as string | number)) === id) return reader.lineNumber;
      }
    }
    return undefined;
  } finally {
    await reader.close();
  }
}
