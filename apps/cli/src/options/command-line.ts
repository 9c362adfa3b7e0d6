import { Option, type Command } from 'commander';
import { OPTION_GROUPS, type RunOption } from './define-option.js';
import { optionEntries, type OptionName, type OptionValues } from './option-values.js';

/** The options that choose cases. */
export const CASE_FILTERS = ['ids', 'tags', 'limit'] as const satisfies readonly OptionName[];

/** The options that say how fast, and how patiently, anybody is asked. */
export const PACE = ['concurrency', 'requestsPerMinute', 'tokensPerMinute', 'timeoutSeconds', 'maxRetries'] as const satisfies readonly OptionName[];

/** The options that may be said when shards are merged. */
export const MERGE_OPTIONS = ['threshold', 'failOn', 'out', 'reports', 'by', 'github', 'reporterTimeoutSeconds', 'verbose', 'untrusted'] as const satisfies readonly OptionName[];

/** The options that may be said when a stored run is shown. */
export const REPORT_OPTIONS = ['reports', 'by', 'github', 'verbose'] as const satisfies readonly OptionName[];

function inGroups(groups: readonly RunOption['group'][], except: readonly OptionName[]): readonly OptionName[] {
  const isWanted = ([name, { group, only }]: (typeof optionEntries)[number]): boolean => groups.includes(group) && only !== 'score' && !except.includes(name);
  return optionEntries.filter(isWanted).map(([name]) => name);
}

/** The options about batches, which are for a run in one process. */
const IN_BATCHES = ['batch', 'wait'] as const satisfies readonly OptionName[];

/** The options that decide which trials a run has, and with what; those about their pace may stand there too. */
export const PLAN_OPTIONS = inGroups(['asked', 'cases', 'pace', 'trust'], ['queue', 'recheck', 'keepWorkspaces', ...IN_BATCHES]);

/** The options that decide how a trial is run. Which trials there are is said by those who planned them. */
export const WORKER_OPTIONS = inGroups(['asked', 'pace', 'trust'], ['repeat', 'recheck', ...IN_BATCHES]);

/** What commander made of a command line: values by the camelCase of the long flags. */
export type ParsedOptions = object;

function described({ description, default: value }: RunOption): string {
  return value === undefined ? description : `${description} (default ${String(value)})`;
}

/** `--no-x` of `--x [value]`. */
function negatedFlag(flags: string): string {
  return flags.replace('--', '--no-').replace(/ .*$/u, '');
}

function declared(option: RunOption, command: 'run' | 'score' | undefined): Option {
  const declaration = new Option(option.flags ?? '', described(option)).helpGroup(`${OPTION_GROUPS[option.group]}:`);
  const { fromText, choices } = option.type;
  if (choices) declaration.choices([...choices]);
  else if (fromText) declaration.argParser(fromText);
  return option.only === 'score' && command === 'score' ? declaration.makeOptionMandatory() : declaration;
}

/**
 * Declares options of a run at a command.
 * @param which those of `run` or `score`, or some by their names.
 */
export function withRunOptions(command: Command, which: 'run' | 'score' | readonly OptionName[]): Command {
  const kind = typeof which === 'string' ? which : undefined;
  for (const [name, option] of optionEntries) {
    const wanted = typeof which === 'string' ? option.only === undefined || option.only === which : which.includes(name);
    if (!wanted || option.flags === undefined) continue;
    command.addOption(declared(option, kind));
    if (option.negated !== undefined) {
      const negation = new Option(negatedFlag(option.flags), option.negated);
      command.addOption(negation.helpGroup(`${OPTION_GROUPS[option.group]}:`));
    }
  }
  return command;
}

/**
 * What a command line says, by the options' names in programs.
 * @param which the options that the command declares. Default: all.
 */
export function optionsOf(parsed: ParsedOptions, which?: readonly OptionName[]): OptionValues {
  const values = new Map(Object.entries(parsed));
  const said = optionEntries.flatMap(([name, option]) => {
    const { flags } = option;
    if (flags === undefined || (which && !which.includes(name))) return [];
    const value: unknown = values.get(new Option(flags).attributeName());
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(said) as OptionValues;
}
