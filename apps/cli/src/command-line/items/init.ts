import { notEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';

export const init = defineCommand({
  name: 'init',
  description: 'start a project: an eval, a target that runs without a key, and settings',
  declare: (command) => command.argument('[folder]', 'where (default: here)', notEmpty),
  action: async () => (await import('../../commands/init.js')).initCommand,
});
