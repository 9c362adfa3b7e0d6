import { withRunOptions } from '../../options/command-line.js';
import { noneEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';

const TRUST = ['untrusted', 'allowHosts'] as const;

export const validate = defineCommand({
  name: 'validate',
  description: 'check eval files, model configs, targets, settings and baselines, and list every finding with its place',
  declare: (command) =>
    withRunOptions(command.argument('<files...>', 'files, folders or globs', noneEmpty), TRUST)
      .option('--target <target>', 'with --untrusted: the target of a later run (repeatable)', noneEmpty)
      .option('--judge <judge>', 'with --untrusted: the judge of a later run (repeatable)', noneEmpty)
      .option('--strict', 'treat warnings as errors')
      .option('--json', 'print the findings as JSON')
      .option('--verbose', 'list notes too'),
  action: async () => (await import('../../commands/validate.js')).validateCommand,
});
