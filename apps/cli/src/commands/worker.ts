import { ConfigError, QueueError } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { optionsOf, type ParsedOptions } from '../options/command-line.js';
import { growAtOnce } from '../processes/grow-at-once.js';
import { inlineLess } from '../processes/inline-less.js';
import { optimizeLater } from '../processes/optimize-later.js';
import { runWorker } from '../runner/worker/run-worker.js';
import { workerTransport } from '../runner/worker/worker-transport.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { createInterrupt } from '../processes/interrupt.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import { writeOut } from '../terminal/write-out.js';

export interface WorkerCommandOptions extends ParsedOptions {
  readonly stdio?: boolean;
}

/** `assay worker`. Resolves to the exit code. */
export async function workerCommand(options: WorkerCommandOptions): Promise<number> {
  inlineLess();
  optimizeLater();
  const findings = createFindingPrinter();
  const interrupt = createInterrupt(() => {
    process.stderr.write('stopping: what was taken is finished, and nothing more is taken; a second signal ends at once\n');
  });
  try {
    const said = optionsOf(options);
    const transport = await workerTransport({ stdio: options.stdio ?? false, queue: said.queue, untrusted: said.untrusted ?? false, write: writeOut });
    const { rows, refused, error } = await runWorker({
      request: {
        ...said,
        files: [],
        cwd: process.cwd(),
        env: process.env,
        redactor: outputRedactor,
        reporters: [],
        signal: new AbortController().signal,
        onBegin() {
          interrupt.listen();
          growAtOnce();
        },
      },
      transport,
      drain: interrupt.signal,
      report: findings.report,
    });
    // What is wrong with the queue decides how the worker ends, whatever it did before.
    const ofQueue = error instanceof ConfigError || error instanceof QueueError;
    process.stderr.write(`${rows === 1 ? '1 row' : `${rows} rows`}${refused > 0 ? `, ${refused} refused` : ''}${error && !ofQueue ? `; ${error.message}` : ''}\n`);
    if (ofQueue) throw error;
    return refused > 0 ? EXIT.undecided : EXIT.passed;
  } finally {
    findings.finish();
    interrupt.release();
  }
}
