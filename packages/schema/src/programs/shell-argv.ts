/** The program and arguments that run a command line in the platform's shell. */
export function shellArgv(text: string, platform: string = process.platform): readonly string[] {
  return platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', text] : ['sh', '-c', text];
}
