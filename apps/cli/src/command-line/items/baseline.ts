import { Option, type Command } from 'commander';
import { chanceOf, noneEmpty, notEmpty, repeatable, share, shareBelow1 } from '../../options/text-values.js';
import { defineCommand } from '../define-command.js';
import { withRunArgument } from '../shared-options.js';

const FOLDER = ['--dir <folder>', 'folder of baselines (default: baselines, in the project)', notEmpty] as const;

/** What holds a run and baselines together. */
function withGroups(command: Command): Command {
  return withRunArgument(command)
    .option('--suite <name>', 'only this suite (repeatable)', noneEmpty)
    .option('--target <name>', 'only this target (repeatable)', noneEmpty)
    .option(...FOLDER);
}

const save = defineCommand({
  name: 'save',
  description: 'save the results of a run as baselines: one file for each suite and target',
  declare: (command) => withGroups(command).option('--pool <run>', 'take the repeats of this run too (repeatable)', repeatable).option('--json', 'print what changed as JSON'),
  action: async () => (await import('../../commands/baseline.js')).baselineSaveCommand,
});

const check = defineCommand({
  name: 'check',
  description: 'fail when a run is worse than its baselines',
  declare: (command) =>
    withGroups(command)
      .addOption(new Option('--gate <what>', 'what decides: the mean of each suite, or every single case').choices(['mean', 'cases']).default('mean'))
      .option('--margin <difference>', "largest drop of a suite's mean that is accepted, from 0 to below 1: exit 1 if it is more, 4 if that is open", shareBelow1)
      .option('--alpha <chance>', 'the chance of calling anything worse where nothing is (default 0.05)', chanceOf)
      .option('--tolerance <difference>', "largest drop of a case's score that is no regression, 0 to 1 (default 0.05)", share)
      .option('--max-drop <difference>', "with --gate cases: fail too when a suite's mean drops by more, 0 to 1", share)
      .option('--by <key>', 'a table by suite, target, variant, tag, tag:KEY or var:NAME besides, or slices of --json (repeatable)', repeatable)
      .option('--report <name[=file]>', 'write this report too, e.g. markdown=comment.md; without a file it is printed (repeatable)', repeatable)
      .option('--json', 'print the check as JSON'),
  action: async () => (await import('../../commands/baseline.js')).baselineCheckCommand,
});

const show = defineCommand({
  name: 'show',
  description: 'list the baselines, or the cases of some',
  declare: (command) =>
    command
      .argument('[suite]', 'show the cases of this suite')
      .option('--target <name>', 'show the cases of this target (repeatable)', noneEmpty)
      .option(...FOLDER)
      .option('--json', 'print them as JSON'),
  action: async () => (await import('../../commands/baseline.js')).baselineShowCommand,
});

export const baseline = defineCommand({
  name: 'baseline',
  description: 'keep results in version control, and compare later runs with them',
  commands: [save, check, show],
});
