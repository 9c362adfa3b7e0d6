import { ConfigError, QueueError, UsageError, visibleText, type JobTransport } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { optionsOf, type ParsedOptions } from '../options/command-line.js';
import { growAtOnce } from '../processes/grow-at-once.js';
import { optimizeLater } from '../processes/optimize-later.js';
import { findCluster } from '../runner/queue/find-cluster.js';
import { runWorker } from '../runner/worker/run-worker.js';
import { stdioTransport } from '../runner/worker/stdio-transport.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { createInterrupt } from '../processes/interrupt.js';
import { createFindingPrinter } from '../terminal/print-findings.js';
import { writeOut } from '../terminal/write-out.js';

export interface WorkerCommandOptions extends ParsedOptions {
  readonly stdio?: boolean;
}

/** Where the jobs of a worker come from. @throws UsageError, ConfigError, QueueError */
async function transportOf(stdio: boolean, queue: string | undefined, untrusted: boolean): Promise<JobTransport> {
  if (stdio === (queue !== undefined)) {
    throw new UsageError(stdio ? '--stdio and --queue do not go together' : 'nothing says where the jobs come from', {
      hint: 'take them from a queue (--queue redis://host:6379), or from standard input (--stdio)',
    });
  }
  if (queue === undefined) return stdioTransport({ input: process.stdin, write: writeOut });
  const cluster = await findCluster(untrusted ? [] : [process.cwd()]);
  outputRedactor.add(cluster.readQueueAddress(queue, process.env).password);
  return cluster.openWorker({ address: queue, env: process.env, tell: (text) => void process.stderr.write(`${visibleText(text)}\n`) });
}

/** `assay worker`. Resolves to the exit code. */
export async function workerCommand(options: WorkerCommandOptions): Promise<number> {
  optimizeLater();
  const findings = createFindingPrinter();
  const interrupt = createInterrupt(() => {
    process.stderr.write('stopping: what was taken is finished, and nothing more is taken; a second signal ends at once\n');
  });
  try {
    const said = optionsOf(options);
    const transport = await transportOf(options.stdio ?? false, said.queue, said.untrusted ?? false);
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
