import { cp } from 'node:fs/promises';
import { createWorkspace, removeAtEnd, type Workspace } from './workspace.js';

/**
 * A project that takes commands to make: made once for the tests of a file, when the first of them needs it, and each gets a copy of its
 * own, to do with it what it likes. To be called beside the tests.
 */
export function copiedProject(make: (whenDone: (remove: () => Promise<void>) => void) => Promise<Pick<Workspace, 'folder'>>): () => Promise<Workspace> {
  const atEnd = removeAtEnd();
  let original: Promise<Pick<Workspace, 'folder'>> | undefined;
  return async () => {
    original ??= make(atEnd);
    const { folder } = await original;
    const copy = await createWorkspace();
    await cp(folder, copy.folder, { recursive: true, preserveTimestamps: true });
    return copy;
  };
}
