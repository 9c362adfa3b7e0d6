const PLAIN = /^[\w./@%+=:,-]+$/u;
/** On Windows folders are told apart by it; a POSIX shell would take it for the mark of what follows. */
const PLAIN_ON_WINDOWS = /^[\w./\\@+=:,-]+$/u;

/** A text as a shell takes it for one word, in a command that is printed to be copied. @param platform of the shell. */
export function shellWord(word: string, platform: string = process.platform): string {
  const isWindows = platform === 'win32';
  if ((isWindows ? PLAIN_ON_WINDOWS : PLAIN).test(word) && !word.startsWith('-')) return word;
  return isWindows ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A path as a shell takes it for one word, and a command for no option of its own. @param platform of the shell. */
export function shellPath(path: string, platform: string = process.platform): string {
  return shellWord(path.startsWith('-') ? `./${path}` : path, platform);
}
