import { displayFolder } from '../files/display-folder.js';

/** Says on standard error where a line was cut short, and is left out. */
export function tornLineNote(cwd: string): (place: { readonly file: string; readonly line: number }) => void {
  return ({ file, line }) => {
    process.stderr.write(`${displayFolder(cwd, file)}:${line}: note: this line was cut short and is left out\n`);
  };
}
