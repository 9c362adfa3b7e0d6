import { randomUUID } from 'node:crypto';
import type { JobTransport } from '@assay/schema';
import { ended } from '../session/ended.js';
import { openSession, type QueueOptions } from '../session/open-session.js';
import { JobSource } from './job-source.js';
import { Questions } from './questions.js';
import { QueueTransport } from './queue-transport.js';

/**
 * Takes part in a queue as a worker.
 * @throws UsageError, ConfigError for an address, a secret or a server that will not do; QueueError when it cannot be reached.
 */
export async function openWorker(options: QueueOptions): Promise<JobTransport> {
  const workerId = randomUUID();
  return openSession({ ...options, kind: 'worker', id: workerId }, async (session) => {
    const questions = new Questions(session, workerId);
    await session.unlessLost(questions.open());
    const source = new JobSource(session);
    try {
      await session.unlessLost(source.open());
    } catch (error) {
      await ended(source.close());
      throw error;
    }
    return new QueueTransport({ workerId, session, questions, source });
  });
}
