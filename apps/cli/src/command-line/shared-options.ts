import { Option, type Command } from 'commander';
import { OPTION_GROUPS } from '../options/define-option.js';
import { notEmpty } from '../options/text-values.js';

/** Heading of the options that show something. */
export const SHOWN = `${OPTION_GROUPS.shown}:`;

/** Options that decide what a run shows. */
export function withOutputOptions(command: Command): Command {
  return command
    .addOption(new Option('--explain', 'print how each score came about, not with --json').conflicts('json').helpGroup(SHOWN))
    .addOption(new Option('--json', 'print the summary as JSON').helpGroup(SHOWN));
}

/** Shows cases of a run that goes on. */
export function withShownCases(command: Command): Command {
  return command.addOption(new Option('--show <which>', 'show cases whole as they end, on standard error: failed are those that did not pass').choices(['all', 'failed', 'none']).helpGroup(SHOWN));
}

/** The run that a command is about. */
export function withRunArgument(command: Command): Command {
  return command.argument('[run]', 'a run: its folder, its id, or "latest"', notEmpty, 'latest');
}
