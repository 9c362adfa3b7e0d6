import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defineEvaluator, defineLoader, definePointFunction, defineProvider, defineReporter, defineRule, type Loader } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate, type EvaluateOptions } from '../src/index.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const question: Loader = defineLoader({
  name: 'question',
  extensions: ['.question'],
  description: 'A question in each line.',
  detect: ({ extension }) => (extension === '.question' ? 1 : 0),
  async load(source) {
    const lines = source.format === 'text' ? source.text.trimEnd().split('\n') : [];
    const cases = lines.map((line, index) => ({
      location: { file: source.shown, line: index + 1, column: 1 },
      evalCase: {
        id: `q${index + 1}`,
        expectedOutcome: line,
        inputMessages: [{ role: 'user' as const, content: line }],
        expectedMessages: [],
        evaluators: [{ name: 'contains', type: 'contains', weight: 1, options: { value: line } }],
        execution: {},
        weight: 1,
        tags: [],
      },
    }));
    return {
      name: 'questions', path: source.shown, dialect: 'question', file: source.file, description: '', execution: {}, targets: [], size: cases.length,
      async *cases() {
        yield* cases;
      },
    };
  },
});

const echo = defineProvider({
  name: 'own_echo',
  description: 'Says the same.',
  reach: { kind: 'nothing' },
  options: v.object({}),
  examples: [{ title: 'One', value: { name: 'one', provider: 'own_echo' } }],
  create: ({ name }) => ({
    name,
    provider: 'own_echo',
    structuredOutput: false,
    free: true,
    async generate({ messages }) {
      const text = String(messages.at(-1)?.content);
      return { text, messages: [{ role: 'assistant', content: text }], toolCalls: [], latencyMs: 0 };
    },
  }),
});

const polite = defineEvaluator({
  name: 'polite',
  description: 'Is content with everything.',
  options: v.object({}),
  programs: 'never',
  examples: [{ title: 'One', value: { type: 'polite' } }],
  evaluate: () => ({ score: 1, hits: [], misses: [] }),
});

const loud = definePointFunction({
  name: 'loud',
  description: 'Is content with everything.',
  options: v.any(),
  examples: [{ title: 'One', value: true }],
  apply: () => true,
});

const calm = defineRule({
  name: 'calm',
  description: 'Is content with everything.',
  options: v.object({}),
  examples: [{ title: 'One', value: { weight: 1, rule: 'calm' } }],
  form: 'calm',
  argument: [],
  match: (written) => (written === 'calm' ? {} : undefined),
  evaluate: () => ({ score: 1, hits: [], misses: [] }),
});

const list = defineReporter({
  name: 'list',
  description: 'The cases.',
  options: v.strictObject({}),
  examples: [{ title: 'One', value: { name: 'list', file: 'list.txt' } }],
  writes: 'text/plain',
  create: (_options, { output }) => ({ name: 'list', runFinished: () => output.write('all of them\n') }),
});

const suiteOf = (evaluator: string): string => `evalcases:\n  - {id: a, expected_outcome: x, input: hello, evaluators: [${evaluator}]}\n`;

const FILES = {
  'evals/first.question': 'hello\n',
  'evals/plain.yaml': suiteOf('{type: contains, value: hello}'),
  'polite.yaml': suiteOf('{type: polite}'),
  'loud.yaml': suiteOf('{type: loud, value: true}'),
  'calm.yaml': suiteOf('{type: calm}'),
};

interface Made {
  readonly noun: string;
  readonly field: string;
  /** How the program runs it. */
  readonly run: Pick<EvaluateOptions, 'files'> & Partial<EvaluateOptions>;
}

const MADE: readonly Made[] = [
  { noun: 'loader "question"', field: 'loaders', run: { files: 'evals', loaders: [question] } },
  { noun: 'provider "own_echo"', field: 'providers', run: { files: 'evals/plain.yaml', targets: ['own_echo:any'], providers: [echo] } },
  { noun: 'evaluator "polite"', field: 'evaluators', run: { files: 'polite.yaml', evaluators: [polite] } },
  { noun: 'point function "loud"', field: 'pointFunctions', run: { files: 'loud.yaml', pointFunctions: [loud] } },
  { noun: 'rule "calm"', field: 'rules', run: { files: 'calm.yaml', rules: [calm] } },
  { noun: 'reporter "list"', field: 'reporters', run: { files: 'evals/plain.yaml', reporters: [list], reports: [{ name: 'list', file: 'list.txt' }] } },
];

async function madeRun(run: Made['run']) {
  const { folder } = await createWorkspace(FILES);
  const { location, summary } = await evaluate({ cwd: folder, targets: ['mock'], env: {}, ...run });
  expect(summary.outcome).toBe('passed');
  return { folder, location };
}

describe.each(MADE)('a run of a program with a $field of its own', ({ noun, field, run }) => {
  test('is gone on with by that program; the command says so, and changes nothing', async () => {
    const { folder, location } = await madeRun(run);
    const before = await readFile(join(location, 'results.jsonl'), 'utf8');
    for (const flags of [['--resume', 'latest'], ['--resume', location, '--dry-run'], ['--rescore', 'latest']]) {
      const { exitCode, stderr } = await runAssay(['run', ...flags], { cwd: folder });
      expect(stderr, flags.join(' ')).toMatch(new RegExp(`^error: run \\S+ was made by a program, which brought along what is not installed: ${noun}\n`, 'u'));
      expect(stderr).toContain(`fix: go on with it in that program: evaluate({ ${flags[0] === '--rescore' ? 'rescore' : 'resume'}: ".assay/runs/`);
      expect(stderr).toContain(`", ${field}: […] })`);
      expect(exitCode).toBe(2);
    }
    expect(await readFile(join(location, 'results.jsonl'), 'utf8')).toBe(before);
  });

  test('is what it was for who does bring it along', async () => {
    const { folder, location } = await madeRun(run);
    const { files: _files, targets: _targets, ...brought } = run;
    const { summary } = await evaluate({ ...brought, reports: [], resume: location, cwd: folder, env: {} });
    expect(summary.outcome).toBe('passed');
    await expect(evaluate({ reports: run.reports, rescore: location, cwd: folder, env: {} })).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(noun) });
  });

  test('is read as any other', async () => {
    const { folder, location } = await madeRun(run);
    const commands = [['show', 'latest'], ['report', 'latest', '--report', 'markdown=run.md'], ['compare', 'latest', location], ['baseline', 'save', 'latest'], ['list', 'runs'], ['calibrate', 'latest']];
    for (const command of commands) expect((await runAssay(command, { cwd: folder })).exitCode, command.join(' ')).toBe(0);
  });
});

test('a run goes on without the reporter of its program where other reports are asked for', async () => {
  const { folder } = await madeRun(MADE.at(-1)?.run ?? {});
  const { exitCode } = await runAssay(['run', '--resume', 'latest', '--report', 'csv=out.csv'], { cwd: folder });
  expect(exitCode).toBe(0);
});

test('a loader and a reporter that the run did not use are not asked for', async () => {
  const { folder } = await madeRun({ files: 'evals/plain.yaml', loaders: [question], reporters: [list] });
  await rm(join(folder, 'evals/first.question'));
  const { exitCode, stderr } = await runAssay(['run', '--rescore', 'latest'], { cwd: folder });
  expect(stderr).not.toContain('error');
  expect(exitCode).toBe(0);
});

test('a program that names no run has it found, and is told the same', async () => {
  const { folder, location } = await madeRun({ files: 'polite.yaml', evaluators: [polite] });
  await expect(evaluate({ rescore: true, cwd: folder, env: {} })).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('evaluator "polite"') });
  const { summary } = await evaluate({ rescore: location, evaluators: [polite], cwd: folder, env: {} });
  expect(summary.outcome).toBe('passed');
});

test('a run whose program calls something by what is a secret here is gone on with by that program', async () => {
  const { folder } = await createWorkspace(FILES);
  const named = { ...polite, name: 'polite_to_everybody' };
  const brought = { cwd: folder, evaluators: [polite, named], env: { OWN_API_KEY: named.name } };
  const { location } = await evaluate({ ...brought, files: 'polite.yaml', targets: ['mock'] });
  expect(await readFile(join(location, 'run.json'), 'utf8')).not.toContain(named.name);
  const { summary } = await evaluate({ ...brought, resume: location });
  expect(summary.outcome).toBe('passed');
});

test('a run that is merged of shards needs what programs brought along for any of them', async () => {
  const { folder } = await createWorkspace(FILES);
  const shard = (index: number, more: Partial<EvaluateOptions>) => evaluate({ cwd: folder, files: ['polite.yaml', 'loud.yaml'], targets: ['mock'], shard: `${index}/2`, out: `shard${index}`, env: {}, ...more });
  await shard(1, { evaluators: [polite], pointFunctions: [loud] });
  await shard(2, { evaluators: [{ ...polite, name: 'other' }, polite], pointFunctions: [loud], rules: [calm] });
  expect((await runAssay(['merge', 'shard1', 'shard2', '--out', 'whole'], { cwd: folder })).exitCode).toBe(0);
  const { added } = JSON.parse(await readFile(join(folder, 'whole', 'run.json'), 'utf8')) as { readonly added: unknown };
  expect(added).toEqual({ evaluators: ['polite', 'other'], point_functions: ['loud'], rules: ['calm'] });
});
