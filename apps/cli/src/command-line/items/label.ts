import { InvalidArgumentError, Option } from 'commander';
import { isStratum, STRATA } from '../../labels/stratum-names.js';
import { notEmpty, wholeNumber } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';
import { withRunArgument } from '../shared-options.js';

function strata(text: string, previous: readonly string[] = []): readonly string[] {
  if (!isStratum(text)) throw new InvalidArgumentError(`It must be ${STRATA}.`);
  return [...previous, text];
}

export const label = defineCommand({
  name: 'label',
  description: 'judge replies of a run yourself, drawn by lot and blinded, key by key',
  declare: (command) =>
    withRunArgument(command)
      .option('--sample <count>', 'how many replies to draw in all (default 50; more later draws the same and more)', wholeNumber(1))
      .addOption(new Option('--stratify <by...>', 'draw as many of each verdict, suite, target, tag, tag:KEY or var:NAME').argParser(strata))
      .option('--seed <number>', 'draw other replies (default 0)', wholeNumber(0))
      .addOption(new Option('--json', 'print the replies that are left to label, blinded, as JSON, one object a line').conflicts('answers'))
      .option('--answers <file>', 'keep what was said of them elsewhere: lines with trial_key, and verdict or score', notEmpty),
  action: async () => (await import('../../commands/label.js')).labelCommand,
});
