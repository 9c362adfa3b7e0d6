import { Option } from 'commander';
import { chanceOf, notEmpty, repeatable, share, shareBelow1 } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';

export const compare = defineCommand({
  name: 'compare',
  description: 'compare run B with run A, case by case',
  declare: (command) =>
    command
      .argument('<A>', 'a run: its folder, its id, or "latest"', notEmpty)
      .argument('<B>', 'the run that is compared with it', notEmpty)
      .option('--target-a <name>', 'the target of A, when A has several', notEmpty)
      .option('--target-b <name>', 'the target of B, when B has several', notEmpty)
      .option('--prompt-a <name>', 'the prompt of A, when its cases were asked with several', notEmpty)
      .option('--prompt-b <name>', 'the prompt of B, when it is another than that of A', notEmpty)
      .option('--tie <difference>', 'largest difference that counts as a tie, 0 to 1 (default 0)', share)
      .option('--margin <difference>', "largest drop of a suite's mean that is accepted, from 0 to below 1: exit 1 if it is more, 4 if that is open", shareBelow1)
      .option('--alpha <chance>', 'the chance of calling anything worse where nothing is (default 0.05)', chanceOf)
      .addOption(new Option('--by <key>', 'a table by suite, target, variant, evaluator, tag, tag:KEY or var:NAME besides, or slices of --json (repeatable)').argParser(repeatable))
      .option('--report <name[=file]>', 'write this report too, e.g. markdown=comment.md; without a file it is printed (repeatable)', repeatable)
      .option('--json', 'print the comparison as JSON'),
  action: async () => (await import('../../commands/compare.js')).compareCommand,
});
