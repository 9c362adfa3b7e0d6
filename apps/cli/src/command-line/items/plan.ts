import { PLAN_OPTIONS, withRunOptions } from '../../options/command-line.js';
import { noneEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';

export const plan = defineCommand({
  name: 'plan',
  description: 'print the trials that a run would have',
  declare: (command) =>
    withRunOptions(
      command
        .argument('<files...>', 'eval files, folders or globs', noneEmpty)
        .option('--json', 'print them as jobs for assay worker, one JSON object a line'),
      PLAN_OPTIONS,
    ),
  action: async () => (await import('../../commands/plan.js')).planCommand,
});
