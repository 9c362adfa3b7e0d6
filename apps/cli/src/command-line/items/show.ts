import { defineCommand } from '../define-command.js';
import { withRunArgument } from '../shared-options.js';

export const show = defineCommand({
  name: 'show',
  description: 'print the results of a run: a line for each trial, with the first reason why it did not pass',
  declare: (command) =>
    withRunArgument(command)
      .option('--follow', 'go on with the results that come, and end with the run')
      .option('--json', 'print the rows as JSON, one object a line'),
  action: async () => (await import('../../commands/show.js')).showCommand,
});
