import { writeFailure } from './write-failure.js';
import { writeWhole } from './write-whole.js';

/**
 * Replaces a file, or makes it: see {@link writeWhole}.
 * @param shown the file as it is to be named in messages.
 * @throws UsageError when it cannot be written, with the hint.
 */
export async function replaceFile(file: string, shown: string, content: string, { hint = 'name another file with --out' } = {}): Promise<void> {
  try {
    await writeWhole(file, content);
  } catch (error) {
    throw writeFailure(shown, error, hint);
  }
}
