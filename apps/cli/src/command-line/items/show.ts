import { Option } from 'commander';
import { noneEmpty, repeatable } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';
import { withRunArgument } from '../shared-options.js';

export const show = defineCommand({
  name: 'show',
  description: 'print the cases of a run: what was said, what came out, and why',
  declare: (command) =>
    withRunArgument(command)
      .option('--id <glob>', 'only cases whose id matches (repeatable)', noneEmpty)
      .option('--failed', 'only what did not pass')
      .option('--suite <name>', 'only this suite (repeatable)', noneEmpty)
      .option('--target <name>', 'only this target (repeatable)', noneEmpty)
      .option('--brief', 'a line for each trial, with the first reason why it did not pass')
      .option('--follow', 'lines, also for the results that come; ends with the run')
      .addOption(new Option('--by <key>', 'a table by suite, target, variant, evaluator, tag, tag:KEY or var:NAME instead (repeatable)').argParser(repeatable).conflicts(['follow', 'brief']))
      .option('--json', 'print the rows as JSON, one object a line; with --by an object for each table')
      .option('--no-pager', 'print to the terminal, and not into $PAGER'),
  action: async () => (await import('../../commands/show.js')).showCommand,
});
