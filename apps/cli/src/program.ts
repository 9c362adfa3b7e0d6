import { Command, Option } from 'commander';
import { OPTION_GROUPS } from './options/define-option.js';
import { CASE_FILTERS, MERGE_OPTIONS, PACE, PLAN_OPTIONS, withRunOptions, WORKER_OPTIONS } from './options/command-line.js';
import { noneEmpty, notEmpty, repeatable, share } from './options/text-values.js';
import { VERSION } from './version.js';

type SetExitCode = (code: number) => void;

const TRUST = ['untrusted', 'allowHosts'] as const;

/** Heading of the options that show something. */
const SHOWN = `${OPTION_GROUPS.shown}:`;

/** Options that decide what a run shows. */
function withOutputOptions(command: Command): Command {
  return command
    .addOption(new Option('--explain', 'print how each score came about, not with --json').conflicts('json').helpGroup(SHOWN))
    .addOption(new Option('--json', 'print the summary as JSON').helpGroup(SHOWN));
}

/** Options of the commands that hold a run and baselines together. */
function withBaselineOptions(command: Command): Command {
  return command
    .argument('[run]', 'a run: its folder, its id, or "latest"', notEmpty, 'latest')
    .option('--suite <name>', 'only this suite (repeatable)', repeatable)
    .option('--target <name>', 'only this target (repeatable)', repeatable)
    .option('--dir <folder>', 'folder of baselines (default: baselines, in the project)', notEmpty);
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
    .option('--dir <folder>', 'folder of baselines (default: baselines, in the project)', notEmpty)
    .option('--json', 'print them as JSON')
    .action(async (suite: string | undefined, options) => {
      const { baselineShowCommand } = await import('./commands/baseline.js');
      setExitCode(await baselineShowCommand(suite, options));
    });
}

function addGenerateCommands(program: Command, setExitCode: SetExitCode): void {
  const generate = program.command('generate').description('have a model write parts of eval files').helpCommand(false);

  withRunOptions(
    generate
      .command('rubrics')
      .description('write rubric lines for the cases that have none, from their expected outcomes')
      .argument('<file>', 'eval cases, in YAML or JSONL', notEmpty)
      .option('--judge <judge>', 'who writes: a target, provider:model or a file (default: the first judge of the project)', notEmpty),
    [...CASE_FILTERS, 'targetsFile', ...PACE],
  )
    .option('--force', 'replace the rubrics that cases have')
    .option('--dry-run', 'print the file as it would be, and write nothing')
    .option('--out <file>', 'write to this file (default: the file itself)', notEmpty)
    .option('--json', 'print what was generated as JSON')
    .action(async (file: string, options) => {
      const { generateRubricsCommand } = await import('./commands/generate.js');
      setExitCode(await generateRubricsCommand(file, options));
    });
}

function addCacheCommands(program: Command, setExitCode: SetExitCode): void {
  const cache = program.command('cache').description('look at what --cache keeps, or forget it').helpCommand(false);
  const withOptions = (command: Command): Command =>
    command.option('--untrusted', 'the cache of untrusted projects, in your own folder').option('--json', 'print it as JSON');
  withOptions(cache.command('stats').description('say how much is kept, and since when')).action(async (options) => {
    const { cacheStatsCommand } = await import('./commands/cache.js');
    setExitCode(await cacheStatsCommand(options));
  });
  withOptions(cache.command('clear').description('forget all that is kept')).action(async (options) => {
    const { cacheClearCommand } = await import('./commands/cache.js');
    setExitCode(await cacheClearCommand(options));
  });
}

function addConvertCommand(program: Command, setExitCode: SetExitCode): void {
  program
    .command('convert')
    .description('write an eval file in another format, and list what cannot be carried over')
    .argument('<file>', 'an eval file, or a folder of test cases', notEmpty)
    .requiredOption('--to <format>', 'eval-cases, jsonl, blueprint or test-cases')
    .option('--out <path>', 'file (for test cases also a folder) to write to (default: print it)', notEmpty)
    .option('--force', 'replace files that are there')
    .option('--strict', 'write nothing when something cannot be carried over')
    .option('--json', 'print what was written and what was left out as JSON')
    .action(async (file: string, options) => {
      const { convertCommand } = await import('./commands/convert.js');
      setExitCode(await convertCommand(file, options));
    });
}

function addRunCommand(program: Command, setExitCode: SetExitCode): void {
  withOutputOptions(
    withRunOptions(
      program
        .command('run')
        .alias('eval')
        .description('run eval files against targets and score the replies')
        .argument('[files...]', 'eval files, folders or globs; none with --resume and --rescore', noneEmpty),
      'run',
    ),
  )
    .addOption(new Option('--dry-run', 'show what would run, and send nothing').helpGroup(SHOWN))
    .action(async (files: string[], options) => {
      const { runCommand } = await import('./commands/run.js');
      setExitCode(await runCommand(files, options));
    });
}

function addValidateCommand(program: Command, setExitCode: SetExitCode): void {
  withRunOptions(
    program
      .command('validate')
      .description('check eval files, model configs, targets, settings and baselines, and list every finding with its place')
      .argument('<files...>', 'files, folders or globs', noneEmpty),
    TRUST,
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
}

function addCasesCommand(program: Command, setExitCode: SetExitCode): void {
  withRunOptions(
    program
      .command('cases')
      .description('print the cases of eval files as Assay understands them')
      .argument('<files...>', 'eval files, folders or globs', noneEmpty)
      .option('--json', 'print the normalized cases, one JSON object a line'),
    CASE_FILTERS,
  ).action(async (files: string[], options) => {
    const { casesCommand } = await import('./commands/cases.js');
    setExitCode(await casesCommand(files, options));
  });
}

function addScoreCommand(program: Command, setExitCode: SetExitCode): void {
  withOutputOptions(
    withRunOptions(
      program
        .command('score')
        .description('score outputs that already exist')
        .argument('<files...>', 'eval files, folders or globs', noneEmpty),
      'score',
    ),
  ).action(async (files: string[], options) => {
    const { scoreCommand } = await import('./commands/score.js');
    setExitCode(await scoreCommand(files, options));
  });
}

function addMergeCommand(program: Command, setExitCode: SetExitCode): void {
  withOutputOptions(
    withRunOptions(
      program
        .command('merge')
        .description('put the shards of a run together (assay run --shard), and decide whether it passes')
        .argument('<runs...>', 'the shards: their folders or ids', noneEmpty),
      MERGE_OPTIONS,
    ),
  ).action(async (runs: string[], options) => {
    const { mergeCommand } = await import('./commands/merge.js');
    setExitCode(await mergeCommand(runs, options));
  });
}

function addShowCommand(program: Command, setExitCode: SetExitCode): void {
  program
    .command('show')
    .description('print the results of a run: a line for each trial, with the first reason why it did not pass')
    .argument('[run]', 'a run: its folder, its id, or "latest"', notEmpty, 'latest')
    .option('--follow', 'go on with the results that come, and end with the run')
    .option('--json', 'print the rows as JSON, one object a line')
    .action(async (run: string, options) => {
      const { showCommand } = await import('./commands/show.js');
      setExitCode(await showCommand(run, options));
    });
}

function addCompareCommand(program: Command, setExitCode: SetExitCode): void {
  program
    .command('compare')
    .description('hold run B against run A, case by case')
    .argument('<A>', 'a run: its folder, its id, or "latest"', notEmpty)
    .argument('<B>', 'the run that is held against it', notEmpty)
    .option('--target-a <name>', 'the target of A, when A has several', notEmpty)
    .option('--target-b <name>', 'the target of B, when B has several', notEmpty)
    .option('--tie <difference>', 'largest difference that counts as a tie, 0 to 1 (default 0)', share)
    .option('--json', 'print the comparison as JSON')
    .action(async (a: string, b: string, options) => {
      const { compareCommand } = await import('./commands/compare.js');
      setExitCode(await compareCommand(a, b, options));
    });
}

function addInitCommand(program: Command, setExitCode: SetExitCode): void {
  program
    .command('init')
    .description('start a project: an eval, a target that runs without a key, and settings')
    .argument('[folder]', 'where (default: here)', notEmpty)
    .action(async (folder: string | undefined) => {
      const { initCommand } = await import('./commands/init.js');
      setExitCode(await initCommand(folder));
    });
}

function addListCommand(program: Command, setExitCode: SetExitCode): void {
  program
    .command('list')
    .description('list what is installed or configured')
    .argument('[what]', 'evaluators, rules, functions, providers, reporters, options, formats, targets or runs')
    .option('--json', 'print the list as JSON')
    .action(async (what: string | undefined, options) => {
      const { listCommand } = await import('./commands/list.js');
      setExitCode(await listCommand(what, options));
    });
}

function addPlanCommand(program: Command, setExitCode: SetExitCode): void {
  withRunOptions(
    program
      .command('plan')
      .description('print the trials that a run would have')
      .argument('<files...>', 'eval files, folders or globs', noneEmpty)
      .option('--json', 'print them as jobs for assay worker, one JSON object a line'),
    PLAN_OPTIONS,
  ).action(async (files: string[], options) => {
    const { planCommand } = await import('./commands/plan.js');
    setExitCode(await planCommand(files, options));
  });
}

function addWorkerCommand(program: Command, setExitCode: SetExitCode): void {
  withRunOptions(
    program
      .command('worker')
      .description('do the jobs of a plan: run their trials with this checkout, and hand back their rows')
      .option('--stdio', 'read jobs from standard input, and write rows to standard output, one JSON object a line'),
    WORKER_OPTIONS,
  ).action(async (options) => {
    const { workerCommand } = await import('./commands/worker.js');
    setExitCode(await workerCommand(options));
  });
}

/** Every command, in the order in which help lists them, with the names that it goes by. */
const COMMANDS: readonly (readonly [names: readonly string[], declare: (program: Command, setExitCode: SetExitCode) => void])[] = [
  [['run', 'eval'], addRunCommand],
  [['validate'], addValidateCommand],
  [['cases'], addCasesCommand],
  [['score'], addScoreCommand],
  [['merge'], addMergeCommand],
  [['show'], addShowCommand],
  [['compare'], addCompareCommand],
  [['baseline'], addBaselineCommands],
  [['cache'], addCacheCommands],
  [['generate'], addGenerateCommands],
  [['convert'], addConvertCommand],
  [['plan'], addPlanCommand],
  [['worker'], addWorkerCommand],
  [['init'], addInitCommand],
  [['list'], addListCommand],
];

/** What has to be declared for a command line: its command, or all of them when it does not begin with one. */
function concerned([first = '']: readonly string[]): typeof COMMANDS {
  const named = COMMANDS.filter(([names]) => names.includes(first));
  return named.length > 0 ? named : COMMANDS;
}

/**
 * Declares the commands that a command line may ask for. Only commander is loaded for that: a command's own module is
 * imported when it runs.
 * @param complain takes what is wrong with a command line.
 */
export function createProgram(argv: readonly string[], setExitCode: SetExitCode, complain: (text: string) => void): Command {
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
        '  assay show --follow\n' +
        '  assay compare 2026-11-21T09-12-33-4f2a latest\n' +
        '\nExit codes: 0 passed, 1 failed, 2 wrong usage or file, 3 undecided, 4 nothing to compare,\n130 interrupted',
    );

  for (const [, declare] of concerned(argv)) declare(program, setExitCode);
  for (const command of program.commands) command.exitOverride();
  return program;
}
