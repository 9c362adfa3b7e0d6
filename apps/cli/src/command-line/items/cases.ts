import { CASE_FILTERS, withRunOptions } from '../../options/command-line.js';
import { noneEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';

export const cases = defineCommand({
  name: 'cases',
  description: 'print the cases of eval files as Assay understands them',
  declare: (command) =>
    withRunOptions(
      command
        .argument('<files...>', 'eval files, folders or globs', noneEmpty)
        .option('--json', 'print the normalized cases, one JSON object a line'),
      CASE_FILTERS,
    ),
  action: async () => (await import('../../commands/cases.js')).casesCommand,
});
