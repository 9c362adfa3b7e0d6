import { Option } from 'commander';
import { REPORT_OPTIONS, withRunOptions } from '../../options/command-line.js';
import { notEmpty } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';
import { SHOWN, withOutputOptions, withRunArgument } from '../shared-options.js';

export const report = defineCommand({
  name: 'report',
  description: 'print what a stored run came to, and write reports of it',
  declare: (command) =>
    withOutputOptions(withRunOptions(withRunArgument(command), REPORT_OPTIONS))
      .addOption(new Option('--against <run>', 'say in reports what changed since this run (default: since the baselines, where there are some)').argParser(notEmpty).helpGroup(SHOWN))
      .addOption(new Option('--no-against', 'say in no report what changed').helpGroup(SHOWN)),
  action: async () => (await import('../../commands/report.js')).reportCommand,
});
