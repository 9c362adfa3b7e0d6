import { Command, Option } from 'commander';
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

/** Options that decide what files may ask for. */
function withTrustOptions(command: Command): Command {
  return command
    .option('--untrusted', 'vouch for nothing in the project: it runs no programs, chooses no models, reads no variables')
    .option('--no-untrusted', 'do not, though your own settings say so')
    .option('--allow-host <host>', 'with --untrusted: a server that the project may ask, HOST or HOST:PORT (repeatable)', repeatable);
}

/** Options that decide how a run is carried out. */
function withRunOptions(command: Command): Command {
  return withTrustOptions(withFilters(command))
    .option('--judge <judge>', 'judge of the panel: a target or provider:model (repeatable)', repeatable)
    .option('--backup-judge <judge>', 'judge that is asked only when all others failed')
    .option('--embeddings <target>', 'also measure how close replies are to reference answers, with these embeddings')
    .option('--targets <file>', 'read named targets from this file too')
    .option('--concurrency <n>', 'most trials at once at their targets, and requests of each judge (default 10)', wholeNumber(1))
    .option('--repeat <n>', 'run every case this many times (default 1)', wholeNumber(1))
    .option('--out <folder>', 'folder of the run (default .assay/runs/<run id>, with --untrusted in your own state folder)')
    .option('--threshold <score>', 'the score from which a suite passes, 0 to 1', share)
    .addOption(new Option('--fail-on <verdict>', 'fail the run on cases of this verdict or a worse one').choices(['fail', 'borderline']))
    .option('--timeout <seconds>', 'time for one reply of a target or judge', seconds)
    .option('--max-retries <n>', 'tries after a failed one (default 3)', wholeNumber(0))
    .option('--strict', 'treat warnings about files as errors')
    .addOption(new Option('--explain', 'print how each score came about, not with --json').conflicts('json'))
    .option('--json', 'print the summary as JSON')
    .option('--verbose', 'say more: notes on files, failures as they happen');
}

/** Options of the commands that hold a run and baselines together. */
function withBaselineOptions(command: Command): Command {
  return command
    .argument('[run]', 'a run: its folder, its id, or "latest"', 'latest')
    .option('--suite <name>', 'only this suite (repeatable)', repeatable)
    .option('--target <name>', 'only this target (repeatable)', repeatable)
    .option('--dir <folder>', 'folder of baselines (default: baselines, in the project)');
}

function addBaselineCommands(program: Command, setExitCode: SetExitCode): void {
  const baseline = program
    .command('baseline')
    .description('keep results in version control, and hold later runs against them')
    .helpCommand(false);

  withBaselineOptions(baseline.command('save').description('save the results of a run as baselines: one file for each suite and target'))
    .option('--json', 'print what changed as JSON')
    .action(async (run: string, options) => {
      const { baselineSaveCommand } = await import('./commands/baseline.js');
      setExitCode(await baselineSaveCommand(run, options));
    });

  withBaselineOptions(baseline.command('check').description('fail when a run is worse than its baselines'))
    .option('--tolerance <difference>', "largest drop of a case's score that is no regression, 0 to 1", share, 0.05)
    .option('--max-drop <difference>', "fail too when a suite's mean drops by more, 0 to 1", share)
    .option('--json', 'print the check as JSON')
    .action(async (run: string, options) => {
      const { baselineCheckCommand } = await import('./commands/baseline.js');
      setExitCode(await baselineCheckCommand(run, options));
    });

  baseline
    .command('show')
    .description('list the baselines, or the cases of some')
    .argument('[suite]', 'show the cases of this suite')
    .option('--target <name>', 'show the cases of this target (repeatable)', repeatable)
    .option('--dir <folder>', 'folder of baselines (default: baselines, in the project)')
    .option('--json', 'print them as JSON')
    .action(async (suite: string | undefined, options) => {
      const { baselineShowCommand } = await import('./commands/baseline.js');
      setExitCode(await baselineShowCommand(suite, options));
    });
}

function addGenerateCommands(program: Command, setExitCode: SetExitCode): void {
  const generate = program.command('generate').description('have a model write parts of eval files').helpCommand(false);

  withFilters(
    generate
      .command('rubrics')
      .description('write rubric lines for the cases that have none, from their expected outcomes')
      .argument('<file>', 'eval cases, in YAML or JSONL')
      .option('--judge <judge>', 'who writes: a target, provider:model or a file (default: the first judge of the project)'),
  )
    .option('--force', 'replace the rubrics that cases have')
    .option('--dry-run', 'print the file as it would be, and write nothing')
    .option('--out <file>', 'write to this file (default: the file itself)')
    .option('--targets <file>', 'read named targets from this file too')
    .option('--concurrency <n>', 'most requests at once (default 10)', wholeNumber(1))
    .option('--timeout <seconds>', 'time for one reply', seconds)
    .option('--max-retries <n>', 'tries after a failed one (default 3)', wholeNumber(0))
    .option('--json', 'print what was generated as JSON')
    .action(async (file: string, options) => {
      const { generateRubricsCommand } = await import('./commands/generate.js');
      setExitCode(await generateRubricsCommand(file, options));
    });
}

function addConvertCommand(program: Command, setExitCode: SetExitCode): void {
  program
    .command('convert')
    .description('write an eval file in another format, and list what cannot be carried over')
    .argument('<file>', 'an eval file, or a folder of test cases')
    .requiredOption('--to <format>', 'eval-cases, jsonl, blueprint or test-cases')
    .option('--out <path>', 'file (for test cases also a folder) to write to (default: print it)')
    .option('--force', 'replace files that are there')
    .option('--strict', 'write nothing when something cannot be carried over')
    .option('--json', 'print what was written and what was left out as JSON')
    .action(async (file: string, options) => {
      const { convertCommand } = await import('./commands/convert.js');
      setExitCode(await convertCommand(file, options));
    });
}

/**
 * Declares every command. Only commander is loaded for that: a command's own module is imported
 * when it runs.
 * @param complain takes what is wrong with a command line.
 */
export function createProgram(setExitCode: SetExitCode, complain: (text: string) => void): Command {
  const program = new Command('assay')
    .configureOutput({ writeErr: complain })
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
    .option('--filter-failed <run>', 'only what failed, is open or was unscored in this run (folder, id or "latest")')
    .option('--borderline', 'with --filter-failed: also what was borderline')
    .option('--dry-run', 'show what would run, and send nothing')
    .action(async (files: string[], options) => {
      const { runCommand } = await import('./commands/run.js');
      setExitCode(await runCommand(files, options));
    });

  withTrustOptions(
    program
      .command('validate')
      .description('check eval files, model configs, targets, settings and baselines, and list every finding with its place')
      .argument('<files...>', 'files, folders or globs'),
  )
    .option('--target <target>', 'with --untrusted: the target of a later run (repeatable)', repeatable)
    .option('--judge <judge>', 'with --untrusted: the judge of a later run (repeatable)', repeatable)
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

  addBaselineCommands(program, setExitCode);

  addGenerateCommands(program, setExitCode);
  addConvertCommand(program, setExitCode);

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
    .argument('[what]', 'evaluators, rules, functions, providers, formats, targets or runs')
    .option('--json', 'print the list as JSON')
    .action(async (what: string | undefined, options) => {
      const { listCommand } = await import('./commands/list.js');
      setExitCode(await listCommand(what, options));
    });

  for (const command of program.commands) command.exitOverride();
  return program;
}
