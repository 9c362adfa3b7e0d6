import { defineCommand } from '../define-command.js';

export const list = defineCommand({
  name: 'list',
  description: 'list what is installed or configured',
  declare: (command) =>
    command
      .argument('[what]', 'evaluators, rules, functions, providers, reporters, options, formats, targets or runs')
      .option('--json', 'print the list as JSON'),
  action: async () => (await import('../../commands/list.js')).listCommand,
});
