import { notEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';

export const convert = defineCommand({
  name: 'convert',
  description: 'write an eval file in another format, and list what cannot be carried over',
  declare: (command) =>
    command
      .argument('<file>', 'an eval file, or a folder of test cases', notEmpty)
      .requiredOption('--to <format>', 'eval-cases, jsonl, blueprint or test-cases')
      .option('--out <path>', 'file (for test cases also a folder) to write to (default: print it)', notEmpty)
      .option('--force', 'replace files that are there')
      .option('--strict', 'write nothing when something cannot be carried over')
      .option('--json', 'print what was written and what was left out as JSON'),
  action: async () => (await import('../../commands/convert.js')).convertCommand,
});
