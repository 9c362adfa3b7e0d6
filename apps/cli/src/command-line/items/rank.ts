import { PACE, withRunOptions } from '../../options/command-line.js';
import { noneEmpty, notEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';

export const rank = defineCommand({
  name: 'rank',
  description: 'have judges compare the replies of all targets pair by pair, and rank the targets',
  declare: (command) =>
    withRunOptions(
      command
        .argument('[runs...]', 'runs whose replies are compared: folders, ids, or "latest" (default: "latest")', noneEmpty)
        .option('--judge <judge>', 'who compares: a target, provider:model or a file (repeatable; default: the panel of the project)', noneEmpty)
        .option('--criteria <text>', 'what the better reply does better (default: reaches the expected outcome, and serves whoever asked)', notEmpty),
      ['targetsFile', ...PACE, 'maxCost', 'maxTokens'],
    )
      .option('--dry-run', 'say how many pairs there are and what they would take, and send nothing')
      .option('--json', 'print the ranking as JSON'),
  action: async () => (await import('../../commands/rank.js')).rankCommand,
});
