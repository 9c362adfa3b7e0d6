import { Command } from 'commander';
import { repeatable, seconds, share, wholeNumber } from './options/option-values.js';
import { VERSION } from './version.js';

type SetExitCode = (code: number) => void;

/** Options that choose cases, shared by every command that reads eval files. */
function withFilters(command: Command): Command {
  return command
    .option('--id <glob>', 'only cases whose id matches (repeatable)', repeatable)
    .option('--tag <tag>', 'only cases with this tag (repeatable)', repeatable)
    .option('--limit <n>', 'at most this many cases', wholeNumber(1));
}

/** Options that decide how a run is carried out. */
function withRunOptions(command: Command): Command {
  return withFilters(command)
    .option('--judge <judge>', 'judge of the panel: a target or provider:model (repeatable)', repeatable)
    .option('--backup-judge <judge>', 'judge that is asked only when all others failed')
    .option('--targets <file>', 'read named targets from this file too')
    .option('--concurrency <n>', 'most trials at once (default 10)', wholeNumber(1))
    .option('--repeat <n>', 'run every case this many times (default 1)', wholeNumber(1))
    .option('--out <folder>', 'folder of the run (default .assay/runs/<run id>)')
    .option('--threshold <score>', 'the score from which a suite passes, 0 to 1', share)
    .option('--timeout <seconds>', 'time for one reply of a target or judge', seconds)
    .option('--max-retries <n>', 'tries after a failed one (default 3)', wholeNumber(0))
    .option('--strict', 'treat warnings about files as errors')
    .option('--json', 'print the summary as JSON')
    .option('--verbose', 'say more: notes on files, failures as they happen');
}

/**
 * Declares every command. Only commander is loaded for that: a command's own module is imported
 * when it runs.
 */
export function createProgram(setExitCode: SetExitCode): Command {
  const program = new Command('assay')
    .description('Run evals of LLMs and agents, and get scores that can be trusted.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('(assay --help lists the commands, assay <command> --help their options)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nExamples:\n' +
        '  assay run evals/support.yaml --target openai:gpt-4o-mini\n' +
        "  assay run 'evals/**/*.{yaml,jsonl}' --target my-agent --judge anthropic:claude-haiku-4-5 --threshold 0.8\n" +
        '  assay validate evals\n' +
        '  assay compare 2026-11-21T09-12-33-4f2a latest\n' +
        '\nExit codes: 0 passed, 1 failed, 2 wrong usage or file, 3 undecided, 4 nothing to compare,\n130 interrupted',
    );

  withRunOptions(
    program
      .command('run')
      .alias('eval')
      .description('run eval files against targets and score the replies')
      .argument('<files...>', 'eval files, folders or globs')
      .option('--target <target>', 'a named target or provider:model (repeatable)', repeatable),
  )
    .option('--filter-failed <run>', 'only what failed or was unscored in this run (folder, id or "latest")')
    .option('--dry-run', 'show what would run, and send nothing')
    .action(async (files: string[], options) => {
      const { runCommand } = await import('./commands/run.js');
      setExitCode(await runCommand(files, options));
    });

  program
    .command('validate')
    .description('check eval files and list every finding with its place')
    .argument('<files...>', 'eval files, folders or globs')
    .option('--strict', 'treat warnings as errors')
    .option('--json', 'print the findings as JSON')
    .option('--verbose', 'list notes too')
    .action(async (files: string[], options) => {
      const { validateCommand } = await import('./commands/validate.js');
      setExitCode(await validateCommand(files, options));
    });

  withFilters(
    program
      .command('cases')
      .description('print the cases of eval files as Assay understands them')
      .argument('<files...>', 'eval files, folders or globs')
      .option('--json', 'print the normalized cases, one JSON object a line'),
  ).action(async (files: string[], options) => {
    const { casesCommand } = await import('./commands/cases.js');
    setExitCode(await casesCommand(files, options));
  });

  withRunOptions(
    program
      .command('score')
      .description('score outputs that already exist')
      .argument('<files...>', 'eval files, folders or globs')
      .requiredOption('--outputs <file>', 'JSONL with one {id, text | output_messages, …} a line'),
  ).action(async (files: string[], options) => {
    const { scoreCommand } = await import('./commands/score.js');
    setExitCode(await scoreCommand(files, options));
  });

  program
    .command('compare')
    .description('hold run B against run A, case by case')
    .argument('<A>', 'a run: its folder, its id, or "latest"')
    .argument('<B>', 'the run that is held against it')
    .option('--target-a <name>', 'the target of A, when A has several')
    .option('--target-b <name>', 'the target of B, when B has several')
    .option('--tie <difference>', 'largest difference that counts as a tie, 0 to 1 (default 0)', share)
    .option('--json', 'print the comparison as JSON')
    .action(async (a: string, b: string, options) => {
      const { compareCommand } = await import('./commands/compare.js');
      setExitCode(await compareCommand(a, b, options));
    });

  program
    .command('init')
    .description('start a project: an eval, a target that runs without a key, and settings')
    .argument('[folder]', 'where (default: here)')
    .action(async (folder: string | undefined) => {
      const { initCommand } = await import('./commands/init.js');
      setExitCode(await initCommand(folder));
    });

  program
    .command('list')
    .description('list what is installed or configured')
    .argument('[what]', 'evaluators, functions, providers, formats, targets or runs')
    .option('--json', 'print the list as JSON')
    .action(async (what: string | undefined, options) => {
      const { listCommand } = await import('./commands/list.js');
      setExitCode(await listCommand(what, options));
    });

  for (const command of program.commands) command.exitOverride();
  return program;
}
