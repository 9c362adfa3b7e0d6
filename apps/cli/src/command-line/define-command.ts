import type { Command } from 'commander';

interface Named {
  readonly name: string;
  /** Other names that it goes by. */
  readonly aliases?: readonly string[];
  /** One line for help. */
  readonly description: string;
}

/** What a command does: takes what commander made of its arguments and, last, of its options. Resolves to the exit code. */
type CommandAction = (...parsed: never[]) => Promise<number>;

/** A command that does something. */
interface ActingCommand extends Named {
  /** Declares its arguments and options. */
  readonly declare: (command: Command) => Command;
  /** What it does. Imported when the command runs: a command line is parsed, and help printed, without it. */
  readonly action: () => Promise<CommandAction>;
}

/** A command that has others: `assay baseline save`. */
interface CommandGroup extends Named {
  readonly commands: readonly ActingCommand[];
}

export type CommandDefinition = ActingCommand | CommandGroup;

/** Declares a command. */
export function defineCommand<T extends CommandDefinition>(definition: T): T {
  return definition;
}

/**
 * Adds a command to a program.
 * @param setExitCode takes what its action resolves to.
 */
export function addCommand(program: Command, definition: CommandDefinition, setExitCode: (code: number) => void): void {
  const { name, aliases = [], description } = definition;
  const command = program.command(name).aliases([...aliases]).description(description);
  if ('commands' in definition) {
    command.helpCommand(false);
    for (const each of definition.commands) addCommand(command, each, setExitCode);
    return;
  }
  const { declare, action } = definition;
  declare(command).action(async (...parsed: readonly unknown[]) => {
    const act = (await action()) as (...parsed: readonly unknown[]) => Promise<number>;
    // Last comes the command itself.
    setExitCode(await act(...parsed.slice(0, -1)));
  });
}
