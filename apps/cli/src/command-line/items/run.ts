import { Option } from 'commander';
import { withRunOptions } from '../../options/command-line.js';
import { noneEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';
import { SHOWN, withOutputOptions, withShownCases } from '../shared-options.js';

export const run = defineCommand({
  name: 'run',
  aliases: ['eval'],
  description: 'run eval files against targets and score the replies',
  declare: (command) =>
    withShownCases(
      withOutputOptions(
        withRunOptions(command.argument('[files...]', 'eval files, folders or globs; none with --resume and --rescore', noneEmpty), 'run'),
      ),
    )
      .addOption(new Option('--dry-run', 'show what would run, and send nothing').helpGroup(SHOWN))
      .addOption(new Option('--view', 'look at the run in the browser while it goes on, and after it until Ctrl-C').conflicts('dryRun').helpGroup(SHOWN)),
  action: async () => (await import('../../commands/run.js')).runCommand,
});
