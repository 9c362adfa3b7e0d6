import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** What tells that a file may have been changed. */
interface FileTimes {
  readonly mtimeMs: number;
  readonly size: number;
}

interface Hashed extends FileTimes {
  readonly sha256: Promise<string | undefined>;
}

/** Files that are remembered. More of them are hashed again. */
const REMEMBERED = 10_000;

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The SHA-256 of files in hex digits; undefined for one that cannot be read. Each is read once, and again when its time or size has changed. */
export function contentDigests(): (file: string, times: FileTimes) => Promise<string | undefined> {
  const known = new Map<string, Hashed>();
  return (file, { mtimeMs, size }) => {
    const before = known.get(file);
    if (before?.mtimeMs === mtimeMs && before.size === size) return before.sha256;
    if (known.size >= REMEMBERED) known.clear();
    const sha256 = hashOf(file).catch(() => undefined);
    known.set(file, { mtimeMs, size, sha256 });
    return sha256;
  };
}
