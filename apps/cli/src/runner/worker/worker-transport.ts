import { UsageError, visibleText, type JobTransport } from '@assay/schema';
import { outputRedactor } from '../../secrets/output-redactor.js';
import { findCluster } from '../queue/find-cluster.js';
import { stdioTransport } from './stdio-transport.js';

interface WorkerTransportOptions {
  /** Whether jobs come on standard input. */
  readonly stdio: boolean;
  /** Address of the queue that they come from. */
  readonly queue: string | undefined;
  /** True where nothing that the working directory installs may be loaded. */
  readonly untrusted: boolean;
  /** Writes to standard output. False when nobody reads it any more. */
  readonly write: Parameters<typeof stdioTransport>[0]['write'];
}

/** Where the jobs of a worker come from. @throws UsageError unless it is one of the two; ConfigError, QueueError */
export async function workerTransport({ stdio, queue, untrusted, write }: WorkerTransportOptions): Promise<JobTransport> {
  if (stdio === (queue !== undefined)) {
    throw new UsageError(stdio ? '--stdio and --queue do not go together' : 'nothing says where the jobs come from', {
      hint: 'take them from a queue (--queue redis://host:6379), or from standard input (--stdio)',
    });
  }
  if (queue === undefined) return stdioTransport({ input: process.stdin, write });
  const cluster = await findCluster(untrusted ? [] : [process.cwd()]);
  outputRedactor.add(cluster.readQueueAddress(queue, process.env).password);
  return cluster.openWorker({ address: queue, env: process.env, tell: (text) => void process.stderr.write(`${visibleText(text)}\n`) });
}
