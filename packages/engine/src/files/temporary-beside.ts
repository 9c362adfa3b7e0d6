import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** Characters of a file's own name that its temporary one has: the file may have the longest name there is, in the longest letters. */
const OWN_NAME = 50;

/** A new name in the folder of a file, for its content until that is whole. */
export function temporaryBeside(file: string): string {
  return join(dirname(file), `.${basename(file).slice(0, OWN_NAME)}.${randomBytes(4).toString('hex')}.tmp`);
}
