import { dirname } from 'node:path';
import { FileReplacement, makeFolder } from '@assay/engine';

/**
 * Replaces a file, or makes it with the folders above it: see {@link FileReplacement}.
 * @throws the system's error; TypeError when what stands there is no regular file.
 */
export async function writeWhole(file: string, content: string): Promise<void> {
  await makeFolder(dirname(file));
  await FileReplacement.write(file, content);
}
