import { Command } from 'commander';
import { VERSION } from '../version.js';
import { COMMANDS } from './commands.js';
import { addCommand, type CommandDefinition } from './define-command.js';

/** What has to be declared for a command line: its command, or all of them when it does not begin with one. */
function concerned([first = '']: readonly string[]): readonly CommandDefinition[] {
  const named = COMMANDS.filter(({ name, aliases = [] }) => [name, ...aliases].includes(first));
  return named.length > 0 ? named : COMMANDS;
}

/**
 * Declares the commands that a command line may ask for. Only commander is loaded for that: a command's own module is
 * imported when it runs.
 * @param complain takes what is wrong with a command line.
 */
export function createProgram(argv: readonly string[], setExitCode: (code: number) => void, complain: (text: string) => void): Command {
  const program = new Command('assay')
    .configureOutput({ writeErr: complain })
    .description('Run evals of LLMs and agents, and get scores that can be trusted.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('  fix: assay --help lists the commands, assay <command> --help their options')
    .exitOverride()
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  assay run evals/support.yaml --target openai:gpt-4o-mini\n' +
        "  assay run 'evals/**/*.{yaml,jsonl}' --target my-agent --judge anthropic:claude-haiku-4-5 --threshold 0.8\n" +
        '  assay validate evals\n' +
        '  assay show --follow\n' +
        '  assay compare 2026-11-21T09-12-33-4f2a latest\n' +
        '\nExit codes: 0 passed, 1 failed, 2 wrong usage or file, 3 undecided, 4 too little to compare,\n130 interrupted',
    );

  for (const command of concerned(argv)) addCommand(program, command, setExitCode);
  for (const command of program.commands) {
    command.exitOverride();
    explain(command, `assay ${command.name()}`);
  }
  return program;
}

/** What is wrong with a command's own arguments is mended by what its own help says. */
function explain(command: Command, called: string): void {
  command.showHelpAfterError(`  fix: ${called} --help says what it takes`);
  for (const part of command.commands) explain(part, `${called} ${part.name()}`);
}
