import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

const EVERYTHING = { recursive: true, force: true } as const;
const OWNER_MAY = 0o700;

/** Module caches and repositories have folders that nobody may write to, and nothing can be taken out of those. */
function openFolders(path: string): void {
  if (!lstatSync(path).isDirectory()) return;
  chmodSync(path, OWNER_MAY);
  for (const entry of readdirSync(path, { withFileTypes: true })) if (entry.isDirectory()) openFolders(join(path, entry.name));
}

function isRefusal(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM';
}

/**
 * Removes a folder with all that is in it, also what may not be written to; no link is followed.
 * @throws Error of the file system.
 */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { ...EVERYTHING, maxRetries: 3 });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    openFolders(path);
    await rm(path, { ...EVERYTHING, maxRetries: 3 });
  }
}

/** The same in a process that ends now: nobody hears of what is left. */
export function removeFolderAtOnce(path: string): void {
  try {
    rmSync(path, EVERYTHING);
  } catch {
    try {
      openFolders(path);
      rmSync(path, EVERYTHING);
    } catch {
      // An error here would take the place of the exit code.
    }
  }
}
