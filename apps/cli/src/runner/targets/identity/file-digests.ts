import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const PIECE = 2 ** 20;
/** A pipe that nobody writes to would be waited for, by all of the process. Windows has no such pipes, and no such flag. */
const AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** SHA-256 of a file in hex. What is no file can be read once, by whoever needs it: a pipe has no digest. */
function digestOf(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, AT_ONCE);
    if (!fstatSync(file).isFile()) return undefined;
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(PIECE);
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) hash.update(piece.subarray(0, read));
    return hash.digest('hex');
  } catch {
    // The provider that reads the file reports what is wrong with it.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Digests of files as they are when they are first asked for; undefined for what cannot be read. */
export function createFileDigests(): (path: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, digestOf(path));
    return known.get(path);
  };
}
