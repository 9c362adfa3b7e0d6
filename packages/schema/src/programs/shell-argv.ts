/** The program and arguments that run a command line in the platform's shell. */
export function shellArgv(text: string, platform: string = process.platform): readonly string[] {
  return platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', text] : ['sh', '-c', text];
}

/** The line that a shell of some platform runs in such a list; undefined for a list of another kind. */
export function shellLine(argv: readonly unknown[]): string | undefined {
  const line = argv.at(-1);
  if (typeof line !== 'string' || line.trim() === '') return undefined;
  const isShell = [shellArgv(line, 'linux'), shellArgv(line, 'win32')].some((shell) => shell.length === argv.length && shell.every((word, index) => word === argv[index]));
  return isShell ? line : undefined;
}
