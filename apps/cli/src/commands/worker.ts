import { EXIT } from '../exit-codes.js';
import { optionsOf, type ParsedOptions } from '../options/command-line.js';
import { runWorker } from '../runner/worker/run-worker.js';
import { stdioTransport } from '../runner/worker/stdio-transport.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { createInterrupt } from '../terminal/interrupt.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import { writeOut } from '../terminal/write-out.js';

/** `assay worker --stdio`. Resolves to the exit code. */
export async function workerCommand(options: ParsedOptions): Promise<number> {
  const findings = createFindingPrinter();
  const interrupt = createInterrupt(() => {
    process.stderr.write('stopping: what was taken is finished, and nothing more is taken; a second signal ends at once\n');
  });
  try {
    const { rows, refused, error } = await runWorker({
      request: {
        ...optionsOf(options),
        files: [],
        cwd: process.cwd(),
        env: process.env,
        redactor: outputRedactor,
        reporters: [],
        signal: new AbortController().signal,
        onBegin: () => interrupt.listen(),
      },
      transport: stdioTransport({ input: process.stdin, write: writeOut }),
      drain: interrupt.signal,
      report: findings.report,
    });
    process.stderr.write(`${rows} rows${refused > 0 ? `, ${refused} refused` : ''}${error ? `; ${error.message}` : ''}\n`);
    return refused > 0 ? EXIT.undecided : EXIT.passed;
  } finally {
    findings.finish();
    interrupt.release();
  }
}
