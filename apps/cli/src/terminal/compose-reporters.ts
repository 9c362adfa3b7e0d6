import { createTerminalReporter } from '@assay/reports';
import { encodeSummary, type Reporter } from '@assay/schema';
import { outputColumns, usesColor } from './output-style.js';

/** The reporters of the command line: a terminal or a log, with `json` on stderr alone and JSON on stdout. */
export function composeReporters(options: {
  readonly json: boolean;
  readonly verbose: boolean;
  /** Prints how each score came about; not together with `json`. */
  readonly explain?: boolean | undefined;
}): readonly Reporter[] {
  const { stdout, stderr } = process;
  const ci = Boolean(process.env['CI']);
  const terminal = createTerminalReporter({
    stdout: options.json ? { write: () => true } : stdout,
    stderr,
    // One choice for both streams, so that neither puts escape codes into a file.
    color: usesColor() && usesColor(stderr),
    interactive: stderr.isTTY && !ci && process.env['TERM'] !== 'dumb',
    columns: outputColumns,
    verbose: options.verbose,
    explain: options.explain,
  });
  process.once('exit', () => terminal.close());
  return options.json ? [terminal, { name: 'json', runFinished: (summary) => void stdout.write(`${JSON.stringify(encodeSummary(summary), null, 2)}\n`) }] : [terminal];
}
