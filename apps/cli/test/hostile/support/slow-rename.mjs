// Keeps a command in the moment before a file is put into its place, so that a signal meets it there.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

fs.promises.rename = () => {
  fs.writeSync(2, 'renaming\n');
  // Something that keeps the process, as a disk that hangs does.
  return new Promise((resolve) => setTimeout(resolve, 1_000_000));
};
syncBuiltinESMExports();
