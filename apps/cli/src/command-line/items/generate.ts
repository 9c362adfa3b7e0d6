import { CASE_FILTERS, PACE, withRunOptions } from '../../options/command-line.js';
import { notEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';

const rubrics = defineCommand({
  name: 'rubrics',
  description: 'write rubric lines for the cases that have none, from their expected outcomes',
  declare: (command) =>
    withRunOptions(
      command
        .argument('<file>', 'eval cases, in YAML or JSONL', notEmpty)
        .option('--judge <judge>', 'who writes: a target, provider:model or a file (default: the first judge of the project)', notEmpty),
      [...CASE_FILTERS, 'targetsFile', ...PACE],
    )
      .option('--force', 'replace the rubrics that cases have')
      .option('--dry-run', 'print the file as it would be, and write nothing')
      .option('--out <file>', 'write to this file (default: the file itself)', notEmpty)
      .option('--json', 'print what was generated as JSON'),
  action: async () => (await import('../../commands/generate.js')).generateRubricsCommand,
});

export const generate = defineCommand({
  name: 'generate',
  description: 'have a model write parts of eval files',
  commands: [rubrics],
});
