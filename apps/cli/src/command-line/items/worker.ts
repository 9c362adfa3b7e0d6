import { WORKER_OPTIONS, withRunOptions } from '../../options/command-line.js';
import { defineCommand } from '../define-command.js';

export const worker = defineCommand({
  name: 'worker',
  description: 'do the jobs of a plan: run their trials with this checkout, and hand back their rows',
  declare: (command) =>
    withRunOptions(
      command.option('--stdio', 'read jobs from standard input, and write rows to standard output, one JSON object a line'),
      WORKER_OPTIONS,
    ),
  action: async () => (await import('../../commands/worker.js')).workerCommand,
});
