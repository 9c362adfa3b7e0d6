import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatLocation, type UsageError } from '@assay/schema';
import { beforeEach, describe, expect, test } from 'vitest';
import { evaluate, report, type EvaluateOptions } from '../src/index.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const FILES = {
  'plain.yaml': 'evalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: contains, value: hi}]}]\n',
  'thrice.yaml': 'execution: {repeat: 3}\nevalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: contains, value: hi}]}]\n',
  'twice.yaml': 'execution: {repeat: 2}\nevalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: contains, value: hi}]}]\n',
  'judged.yaml': 'evalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: llm_judge}]}]\n',
  'two.yaml': 'targets: [{ name: one, provider: mock }, { name: two, provider: mock }]\n',
  'outputs.jsonl': '{"id": "a", "text": "hi", "repeat": 3}\n',
  'similar.yaml': 'evalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: similar, value: hi}]}]\n',
  'blue.yaml': 'title: Blue\n---\n- {id: a, prompt: hi, should: [{$contains: hi}]}\n',
  'table.csv': 'question\nhi\n',
  'script.yaml': 'evalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: code_judge, script: [node, x.mjs]}]}]\n',
  'attached.yaml': 'evalcases: [{id: a, expected_outcome: x, input: [{role: user, content: [{type: file, value: ./.env}]}], evaluators: [{type: contains, value: hi}]}]\n',
  '.env': 'A=b\n',
  'prompted.yaml': 'evalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: llm_judge, prompt: ./.env}]}]\n',
  'worked.yaml': 'workspace: {template: ./files}\nevalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: contains, value: hi}]}]\n',
  'files/a.txt': 'a\n',
  'seated.yaml': 'judge: x\nevalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: contains, value: hi}]}]\n',
  'hurried.yaml': 'title: Blue\nconcurrency: 5\n---\n- {id: a, prompt: hi, should: [{$contains: hi}]}\n',
  'twice-hot.yaml': 'title: Blue\ntemperatures: [0, 0]\n---\n- {id: a, prompt: hi, should: [{$contains: hi}]}\n',
  'untagged.yaml': 'id: a\ntask: t\ninput: hi\nexpected: hi\nrubric: {right: {weight: 1, rule: exact_match}}\n',
  'nameless.yaml': 'targets: [{provider: mock}]\nevalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: contains, value: hi}]}]\n',
  'fallback.yaml': 'targets: [{name: one, provider: mock, fallback_targets: [two]}]\nevalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: contains, value: hi}]}]\n',
  'compared.yaml': 'evalcases: [{id: a, expected_outcome: x, input: hi, evaluators: [{type: select_best, criteria: good}]}]\n',
};
let cwd = '';
beforeEach(async () => {
  ({ folder: cwd } = await createWorkspace(FILES));
});

interface Mistake {
  readonly said: EvaluateOptions;
  /** The same on a command line, where it can be said there. */
  readonly line: readonly string[];
  readonly program: string;
  readonly command: string;
}

const plain = { files: 'plain.yaml', targets: ['mock'] };
const run = ['plain.yaml', '--target', 'mock'];

const MISTAKES: Readonly<Record<string, Mistake>> = {
  'nothing to run': { said: {}, line: [], program: 'or go on with a run: resume: true', command: 'or go on with a run: --resume' },
  'no target': { said: { files: 'plain.yaml' }, line: ['plain.yaml'], program: "name one with targets: ['provider:model']", command: 'name one with --target provider:model' },
  'a target that there is not': { said: { ...plain, targets: ['nope'] }, line: ['plain.yaml', '--target', 'nope'], program: 'targets: there is no target "nope"', command: '--target: there is no target "nope"' },
  'files of a run that is there': { said: { ...plain, targets: undefined, resume: true }, line: ['plain.yaml', '--resume'], program: "resume takes no files: those of the run are run (plain.yaml); name the run, as in resume: 'latest'", command: '--resume takes no files: those of the run are run (plain.yaml); name the run, as in --resume latest' },
  'both ways to go on': { said: { resume: true, rescore: true }, line: ['--resume', '--rescore'], program: 'resume and rescore do not go together', command: '--resume and --rescore do not go together' },
  'options that a run began with': { said: { resume: true, tags: ['a'], threshold: 0.5 }, line: ['--resume', '--tag', 'a', '--threshold', '0.5'], program: 'tags, threshold cannot be said with resume', command: '--tag, --threshold cannot be said with --resume' },
  'no run that could go on': { said: { resume: true }, line: ['--resume'], program: "(resume: 'latest')", command: '(--resume latest)' },
  'what was borderline in no run': { said: { ...plain, filterBorderline: true }, line: [...run, '--borderline'], program: "filterBorderline goes with filterFailed; name a run, as in filterFailed: 'latest'", command: '--borderline goes with --filter-failed; name a run, as in --filter-failed latest' },
  'what failed in the latest of shards': { said: { ...plain, filterFailed: 'latest', shard: '1/2' }, line: [...run, '--filter-failed', 'latest', '--shard', '1/2'], program: "filterFailed: 'latest' does not go with shard", command: '--filter-failed latest does not go with --shard' },
  'a margin to nothing': { said: { ...plain, margin: 0.1 }, line: [...run, '--margin', '0.1'], program: "margin says how a run is held against another, and none is named; name a run, or the baselines: against: 'baseline'", command: '--margin says how a run is held against another, and none is named; name a run, or the baselines: --against baseline' },
  'repeats without an end': { said: { ...plain, repeat: '3..5' }, line: [...run, '--repeat', '3..5'], program: "repeat: '3..5' adds repeats until it is decided, and nothing says what is to be decided; hold it against a run or its baselines (against: 'baseline' with margin: 0.05), or against a threshold (threshold: 0.8)", command: '--repeat 3..5 adds repeats until it is decided, and nothing says what is to be decided; hold it against a run or its baselines (--against baseline with --margin 0.05), or against a threshold (--threshold 0.8)' },
  'rechecks of a shard': { said: { ...plain, recheck: 5, shard: '1/2' }, line: [...run, '--recheck', '5', '--shard', '1/2'], program: 'leave it out (recheck: false), or have the run done by several machines with queue', command: 'leave it out (--no-recheck), or have the run done by several machines with --queue' },
  'waiting for nothing': { said: { ...plain, wait: true }, line: [...run, '--wait'], program: 'wait is about batches, and this run asks nothing in batches; add batch: true', command: '--wait is about batches, and this run asks nothing in batches; add --batch' },
  'batches that nobody answers': { said: { ...plain, batch: true }, line: [...run, '--batch'], program: 'batch: nobody here has a batch API', command: '--batch: nobody here has a batch API' },
  'no judge': { said: { ...plain, files: 'judged.yaml' }, line: ['judged.yaml', '--target', 'mock'], program: "name one with judges: ['provider:model']", command: 'name one with --judge provider:model' },
  'a judge that there is not': { said: { ...plain, judges: ['nope'] }, line: [...run, '--judge', 'nope'], program: 'judge "nope" (from judges)', command: 'judge "nope" (from --judge)' },
  'no embeddings': { said: { ...plain, files: 'similar.yaml' }, line: ['similar.yaml', '--target', 'mock'], program: "name one with embeddings: 'provider:model'", command: 'name one with --embeddings provider:model' },
  'rechecks of what is compared': { said: { ...plain, files: 'compared.yaml', judges: ['mock'], recheck: 5 }, line: ['compared.yaml', '--target', 'mock', '--judge', 'mock', '--recheck', '5'], program: 'with recheck some may get more repeats than others; leave it out, as with recheck: false', command: 'with --recheck some may get more repeats than others; leave it out, as with --no-recheck' },
  'a host that is none': { said: { ...plain, untrusted: true, allowHosts: ['http://x/y'] }, line: [...run, '--untrusted', '--allow-host', 'http://x/y'], program: "allowHosts: ['http://x/y']: this is no host", command: '--allow-host http://x/y: this is no host' },
  'files that ask for different repeats': { said: { ...plain, files: ['thrice.yaml', 'twice.yaml'] }, line: ['thrice.yaml', 'twice.yaml', '--target', 'mock'], program: 'say what is meant with repeat, or run', command: 'say what is meant with --repeat, or run' },
  'a collection that there is not': { said: { ...plain, targets: ['NOPE'] }, line: ['plain.yaml', '--target', 'NOPE'], program: 'or choose targets with targets (none is defined)', command: 'or choose targets with --target (none is defined)' },
  'a file of two targets': { said: { ...plain, targets: ['two.yaml'] }, line: ['plain.yaml', '--target', 'two.yaml'], program: "use targetsFile: 'two.yaml' and name one of them: one, two", command: 'use --targets two.yaml and name one of them: one, two' },
  'a report where no file can be': { said: { ...plain, reports: ['csv=plain.yaml/x.csv'] }, line: [...run, '--report', 'csv=plain.yaml/x.csv'], program: "name another file with reports: ['NAME=FILE']", command: 'name another file with --report NAME=FILE' },
  'a queue without an address': { said: { ...plain, queue: 'nowhere' }, line: [...run, '--queue', 'nowhere'], program: 'the address of the queue: this is no address', command: 'the address of the queue: this is no address' },
  'prompts for a suite that has its own': { said: { ...plain, files: 'blue.yaml', prompts: ['{{q}}'] }, line: ['blue.yaml', '--target', 'mock', '--prompt', '{{q}}'], program: 'is asked as it is written, and not with other prompts; name tables or eval cases, or leave the prompts out', command: 'or leave the prompts out (--prompt)' },
  'targets in place of cases': { said: { ...plain, files: 'two.yaml' }, line: ['two.yaml', '--target', 'mock'], program: 'name a file of cases; targets are chosen as you start the run', command: 'targets are chosen as you start the run (--target)' },
  'a script of a file that is not trusted': { said: { ...plain, files: 'script.yaml', untrusted: true }, line: ['script.yaml', '--target', 'mock', '--untrusted'], program: 'and vouch for the suite', command: 'and vouch for the suite (--no-untrusted)' },
  'a file that is named by one that is not trusted': { said: { ...plain, files: 'attached.yaml', untrusted: true }, line: ['attached.yaml', '--target', 'mock', '--untrusted'], program: 'and vouch for the suite', command: 'and vouch for the suite (--no-untrusted)' },
  'a prompt of a judge in a file that is not trusted': { said: { ...plain, files: 'prompted.yaml', judges: ['mock'], untrusted: true }, line: ['prompted.yaml', '--target', 'mock', '--judge', 'mock', '--untrusted'], program: 'and vouch for the suite', command: 'and vouch for the suite (--no-untrusted)' },
  'a workspace of a file that is not trusted': { said: { ...plain, files: 'worked.yaml', untrusted: true }, line: ['worked.yaml', '--target', 'mock', '--untrusted'], program: 'and vouch for it', command: 'and vouch for it (--no-untrusted)' },
  'a judge in the head of a suite': { said: { ...plain, files: 'seated.yaml', strict: true }, line: ['seated.yaml', '--target', 'mock', '--strict'], program: 'or name one as you start the run', command: 'or name one as you start the run (--judge)' },
  'how many at once in a blueprint': { said: { ...plain, files: 'hurried.yaml', strict: true }, line: ['hurried.yaml', '--target', 'mock', '--strict'], program: 'or as you start the run', command: 'or as you start the run (--concurrency)' },
  'a temperature that stands twice': { said: { ...plain, files: 'twice-hot.yaml', strict: true }, line: ['twice-hot.yaml', '--target', 'mock', '--strict'], program: 'repeats ask several times at the same temperature', command: 'repeats ask several times at the same temperature (--repeat)' },
  'a test case without tags': { said: { ...plain, files: 'untagged.yaml', strict: true }, line: ['untagged.yaml', '--target', 'mock', '--strict'], program: 'by which cases are chosen', command: 'by which cases are chosen (--tag domain:sentiment)' },
  'a target without a name': { said: { ...plain, files: 'nameless.yaml' }, line: ['nameless.yaml', '--target', 'mock'], program: 'and who starts a run chooses it', command: 'and who starts a run chooses it (--target)' },
  'a target in place of a target': { said: { ...plain, files: 'fallback.yaml' }, line: ['fallback.yaml', '--target', 'mock'], program: 'what stays unscored can be run again', command: 'what stays unscored can be run again (--resume)' },
  'a prompt that cannot be read': { said: { ...plain, files: 'table.csv', prompts: ['{{question'] }, line: ['table.csv', '--target', 'mock', '--prompt', '{{question'], program: 'prompts:1:', command: '--prompt:1:' },
  'a report for no server': { said: { ...plain, reports: ['github'] }, line: [...run, '--report', 'github'], program: "or github: false was given; reports: ['markdown=FILE']", command: 'or --no-github was given; --report markdown=FILE' },
};

/** What an error says, and how to mend it. */
async function textOf(failing: Promise<unknown>): Promise<string> {
  const error = await failing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { message, hint, location } = error as UsageError;
  // Findings in files have hints of their own, which are in the message.
  return `${location ? `${formatLocation(location)}: ` : ''}${message}; ${hint ?? ''}`.replaceAll(/\s*\n\s*fix: /gu, '; ');
}

describe.each(Object.entries(MISTAKES))('%s', (_, { said, line, program, command }) => {
  test('is told to a program with the names of fields', async () => {
    const text = await textOf(evaluate({ ...said, cwd, env: {} }));
    expect(text).toContain(program);
    expect(text).not.toMatch(/--[a-z]/u);
  });

  test('is told on a command line with the names of options', async () => {
    const { stderr } = await runAssay(['run', ...line], { cwd, env: { GITHUB_ACTIONS: '' } });
    expect(stderr.replaceAll(/\s*\n\s*fix: /gu, '; ')).toContain(command);
  });
});

test('what goes to a reporter of the program names fields too', async () => {
  const hints: (string | undefined)[] = [];
  const reporters = [{ name: 'hints', diagnostic: ({ hint }: { readonly hint?: string | undefined }) => hints.push(hint) }];
  await evaluate({ ...plain, files: 'compared.yaml', judges: ['mock'], cwd, env: {}, reporters });
  await evaluate({ ...plain, files: 'table.csv', cwd, env: {}, reporters });
  expect(hints).toContainEqual(expect.stringMatching(/or give prompts as you start the run \(prompts\)$/u));
  expect(hints).toContain("name several targets (targets: ['a', 'b'])");
  expect(hints).toContain("name another model with judges: ['provider:model']; models tend to favour their own answers");
});

test('what is wrong with hosts in settings is told to a program with fields', async () => {
  const { folder } = await createWorkspace({ ...FILES, '.assay/config.yaml': 'allow_hosts: [api.example]\n' });
  const failing = evaluate({ ...plain, untrusted: true, cwd: folder, env: {} });
  expect(await textOf(failing)).toContain('name the host yourself, or under allow_hosts: in the config.yaml of your own settings (allowHosts)');
});

test.each([
  ['allow_hosts: [api.example]', ['--untrusted'], 'in the config.yaml of your own settings (--allow-host)'],
  ['reports: csv', [], 'asked for as you start the run, it is printed (--report csv)'],
  ['reports: csv=rows.csv', ['--untrusted'], 'ask for it yourself (--report NAME=FILE)'],
])('what is wrong with settings is told on a command line with options: %s', async (config, line, hint) => {
  const { folder } = await createWorkspace({ ...FILES, '.assay/config.yaml': `${config}\n` });
  for (const command of [['run', ...run, ...line], ['validate', 'plain.yaml', ...line]]) {
    const { stdout, stderr } = await runAssay(command, { cwd: folder });
    expect(stdout + stderr).toContain(hint);
  }
});

test('the row of a target that was given up names the option as programs and as commands write it, since both read it', async () => {
  const cases = Array.from({ length: 14 }, (_, n) => `{id: c${n}, expected_outcome: x, input: hi, evaluators: [{type: contains, value: hi}]}`);
  const down = "targets: [{name: down, provider: openai, model: m, endpoint: 'http://127.0.0.1:9/', api_key: k, max_retries: 0}]\n";
  const { folder } = await createWorkspace({ 'many.yaml': `evalcases: [${cases.join(', ')}]\n`, 'down.yaml': down });
  const hints: (string | undefined)[] = [];
  const { rows } = await evaluate({ files: 'many.yaml', targets: ['down'], targetsFile: 'down.yaml', concurrency: 1, cwd: folder, env: {} });
  for await (const { error } of rows()) if (error?.message.includes('was not asked')) hints.push(error.hint);
  expect(hints.length).toBeGreaterThan(0);
  for (const hint of hints) expect(hint).toMatch(/run what is missing \(--filter-failed latest, or filterFailed: 'latest' of a program\)$/u);
});

test.each([
  ['a program', async (folder: string) => await textOf(evaluate({ resume: 'stored', cwd: folder, env: {} })), /and have its trial run again$/u],
  ['a command', async (folder: string) => (await runAssay(['run', '--resume', 'stored'], { cwd: folder })).stderr, /and have its trial run again \(--resume\)$/mu],
])('a damaged row is told to %s in its words', async (_, told, says) => {
  await evaluate({ ...plain, cwd, env: {}, out: 'stored' });
  await appendFile(join(cwd, 'stored', 'results.jsonl'), 'damaged\n');
  const text = await told(cwd);
  expect(text).toMatch(says);
});

test('report() names fields', async () => {
  await evaluate({ ...plain, cwd, env: {}, out: 'stored' });
  const text = await textOf(report({ run: 'stored', reports: ['github'], cwd, env: {} }));
  expect(text).toContain("reports: ['markdown=FILE']");
});

test('a program is told of results that cannot be summed up as it says, also where no report does it', async () => {
  await expect(evaluate({ ...plain, cwd, env: {}, by: ['nonsense'] })).rejects.toThrow('results cannot be sliced by "nonsense"');
});

test('what is wrong with outputs is told in fields of a program', async () => {
  const { folder } = await createWorkspace(FILES);
  const hints: unknown[] = [];
  const ears = { name: 'ears', diagnostic: ({ hint }: { readonly hint?: string | undefined }) => hints.push(hint) };
  await evaluate({ cwd: folder, env: {}, files: ['plain.yaml'], outputs: 'outputs.jsonl', reporters: [ears] });
  expect(hints).toContain('score them with repeat: 3');
});
