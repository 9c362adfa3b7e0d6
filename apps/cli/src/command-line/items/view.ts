import { noneEmpty, portNumber } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';

export const view = defineCommand({
  name: 'view',
  description: 'look at runs in the browser: replies, scores and how they came about, also while a run goes on',
  declare: (command) =>
    command
      .argument('[runs...]', 'runs: their folders or ids, or "latest" (default: those of the project)', noneEmpty)
      .option('--no-open', 'print the address, and open no browser')
      .option('--port <number>', 'port of this machine (default: a free one)', portNumber)
      .option('--untrusted', 'write nothing into the project, and open none of its files in an editor'),
  action: async () => (await import('../../commands/view.js')).viewCommand,
});
