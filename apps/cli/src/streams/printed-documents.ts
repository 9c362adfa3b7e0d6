/**
 * True if a command line asks for a document on standard output, where no message may stand then: with
 * `--json`, `--stdio`, or with `--report NAME` that has no file, or `-`.
 */
export function printsDocument(argv: readonly string[]): boolean {
  if (argv.includes('--json') || argv.includes('--stdio')) return true;
  return argv.some((argument, index) => {
    const reports = argument.startsWith('--report=') ? argument.slice('--report='.length) : argv[index - 1] === '--report' ? argument : '';
    return reports.split(',').some((report) => {
      const [name, file = '-'] = report.trim().split('=', 2);
      return name !== '' && name !== 'terminal' && file === '-';
    });
  });
}
