/**
 * True if a command line asks for a document on standard output, where no message may stand then: with
 * `--json`, `--stdio`, or with `--report NAME` that has no file.
 */
export function printsDocument(argv: readonly string[]): boolean {
  if (argv.includes('--json') || argv.includes('--stdio')) return true;
  return argv.some((argument, index) => {
    const reports = argument.startsWith('--report=') ? argument.slice('--report='.length) : argv[index - 1] === '--report' ? argument : '';
    return reports.split(',').some((report) => report.trim() !== '' && report.trim() !== 'terminal' && !report.includes('='));
  });
}
