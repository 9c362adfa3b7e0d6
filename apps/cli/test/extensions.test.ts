import { loaders, loadSuite, writeSuite } from '@assay/loaders';
import { defineEvaluator, definePointFunction, defineProvider, defineRule, shellArgv, type EvaluationScore, type ResultRow } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate, type EvaluateOptions } from '../src/index.js';
import { installedDefinitions } from '../src/runner/reading/installed-definitions.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Share of the letters that are capitals, at least so many as the argument says for a score of 1. */
const capitals = definePointFunction({
  name: 'capitals',
  aliases: ['uppercase'],
  description: 'Share of capital letters that is asked for.',
  options: v.pipe(v.number('the argument is a number'), v.minValue(0.01, 'the argument must be above 0')),
  examples: [{ title: 'Half of them', value: 0.5 }],
  apply: (needed, { text }) => Math.min(1, (text.match(/\p{Lu}/gu) ?? []).length / text.length / needed),
});

const sentencesMax = defineRule({
  name: 'full_stops_max',
  description: 'Few sentences.',
  options: v.object({ value: v.number() }),
  examples: [{ title: 'Two', value: { weight: 1, rule: 'full_stops_max_2' } }],
  form: 'full_stops_max_X',
  argument: ['value'],
  match(written) {
    const [, number] = /^full_stops_max(?:_(\d+))?$/u.exec(written) ?? [written];
    if (!written.startsWith('full_stops_max')) return undefined;
    return number === undefined ? {} : { value: Number(number) };
  },
  evaluate: ({ options, response }) => ({ score: response.text.split('.').filter(Boolean).length <= options.value ? 1 : 0 }),
});

const BLUEPRINT = `title: Loud
---
- id: loud
  prompt: ABcd
  should: [$capitals: 1, $not_capitals: 1, $uppercase: 0.5]
`;
const EVAL_CASES = `evalcases:
  - {id: own, expected_outcome: is loud, input: ABcd, evaluators: [{type: capitals, value: 1}]}
  - {id: negated, expected_outcome: is calm, input: Abcd, evaluators: [{type: not_capitals, value: 1}]}
  - {id: rule, expected_outcome: is short, input: One. Two. Three., evaluators: [{type: full_stops_max, value: 2}]}
`;
const TEST_CASE = `id: brief
task: Say it shortly
input: One. Two.
expected: One. Two.
rubric:
  brief: { weight: 1, rule: full_stops_max_9 }
tags: [{ domain: style }]
`;

async function scores(files: Readonly<Record<string, string>>, options: Partial<EvaluateOptions>): Promise<Record<string, number | null>> {
  const { folder } = await createWorkspace(files);
  const rows: ResultRow[] = [];
  await evaluate({ files: Object.keys(files), cwd: folder, targets: ['mock'], onRow: (row) => rows.push(row), ...options });
  return Object.fromEntries(rows.map(({ caseId, score }) => [caseId, score]));
}

describe('what a program adds', () => {
  test('point functions and rules work in every format, and as evaluators', async () => {
    const files = { 'loud.yaml': BLUEPRINT, 'cases.yaml': EVAL_CASES, 'tests/brief.yaml': TEST_CASE };
    expect(await scores(files, { pointFunctions: [capitals], rules: [sentencesMax] })).toEqual({
      loud: (0.5 + 0.5 + 1) / 3,
      own: 0.5,
      negated: 0.75,
      rule: 0,
      brief: 1,
    });
  });

  test('their arguments are checked when a file is read, with the place', async () => {
    const files = { 'cases.yaml': EVAL_CASES.replace('type: capitals, value: 1', 'type: capitals, value: many') };
    await expect(scores(files, { pointFunctions: [capitals], rules: [sentencesMax] })).rejects.toMatchObject({
      diagnostics: [{ message: 'evaluator "capitals": the argument is a number', location: { line: 2 } }],
    });
  });

  test('without them the same files are errors', async () => {
    await expect(scores({ 'cases.yaml': EVAL_CASES }, {})).rejects.toThrow(/unknown evaluator.*capitals/su);
    await expect(scores({ 'brief.yaml': TEST_CASE }, {})).rejects.toThrow('full_stops_max_9');
  });

  test('one of the name of an installed one takes its place in rubrics, as an evaluator and negated', async () => {
    const contains = { ...capitals, name: 'contains', aliases: [], options: v.any(), apply: () => 0.25 };
    const files = {
      'loud.yaml': 'title: x\n---\n- {id: rubric, prompt: hello, should: [$contains: hello]}\n',
      'cases.yaml': 'evalcases:\n  - {id: negated, expected_outcome: x, input: hello, evaluators: [{type: not_contains, value: hello}]}\n',
    };
    expect(await scores(files, { pointFunctions: [contains] })).toEqual({ rubric: 0.25, negated: 0.75 });
  });
});

test('a result that no row can hold is the error of its trial: the others can be read', async () => {
  const odd = defineEvaluator({
    name: 'odd',
    description: 'Gives hits that are none.',
    options: v.object({}),
    programs: 'never',
    examples: [{ title: 'Odd', value: { type: 'odd' } }],
    evaluate: ({ response }) => ({ score: 1, hits: response.text === 'bad' ? 5 : [], misses: [] }) as unknown as EvaluationScore,
  });
  const { folder } = await createWorkspace({
    'a.yaml': 'evaluators: [{type: odd}]\nevalcases:\n  - {id: bad, expected_outcome: x, input: bad}\n  - {id: good, expected_outcome: x, input: good}\n',
  });
  const { rows, summary } = await evaluate({ files: 'a.yaml', cwd: folder, env: {}, targets: ['mock'], evaluators: [odd] });
  expect(summary.outcome).toBe('undecided');
  const stored: [string, string, string | undefined][] = [];
  for await (const { caseId, status, error } of rows()) stored.push([caseId, status, error?.message]);
  expect(stored.toSorted()).toEqual([['bad', 'error', expect.stringContaining('hits')], ['good', 'ok', undefined]]);
});

test('an added evaluator says itself which of its options are commands; one in the place of another is asked in its stead', async () => {
  const seen: unknown[] = [];
  const starts = (name: string, commands?: readonly (readonly string[])[]) =>
    defineEvaluator({
      name,
      description: 'Shows what it would start.',
      options: v.any(),
      ...(commands ? { commands } : {}),
      examples: [],
      evaluate: ({ options }) => {
        seen.push(options);
        return { score: 1 };
      },
    });
  const entries = '[{type: deploy, script: not one, hooks: {before: make ready}}, {type: code_judge, script: check me}]';
  const { folder } = await createWorkspace({ 'a.yaml': `evalcases: [{id: a, expected_outcome: x, input: hi, evaluators: ${entries}}]\n` });
  const evaluators = [starts('deploy', [['hooks', 'before']]), starts('code_judge')];
  await evaluate({ files: 'a.yaml', cwd: folder, env: {}, targets: ['mock'], evaluators });
  expect(seen).toEqual([{ script: 'not one', hooks: { before: shellArgv('make ready') } }, { script: 'check me' }]);

  const definitions = await installedDefinitions({ evaluators });
  const suite = await loadSuite('a.yaml', { workingDirectory: folder, definitions });
  const { files } = await writeSuite(suite, { to: 'eval-cases', definitions, loaders, workingDirectory: folder });
  expect(files[0]?.text).toMatch(/before: make ready/u);
});

describe('what a program adds is checked before anything is read', () => {
  const named = { name: 'x', options: v.object({}) };
  test.each<[object, string]>([
    [{ evaluators: [null] }, 'evaluators[0] is no object'],
    [{ evaluators: {} }, 'evaluators must be a list'],
    [{ evaluators: [{ ...named }] }, 'evaluators[0] has no evaluate() or compare()'],
    [{ evaluators: [{ name: 'x', evaluate: () => ({ score: 1 }) }] }, 'evaluators[0] has no schema of its options'],
    [{ evaluators: [{ name: 'x', options: { parse: () => ({}) }, evaluate: () => ({ score: 1 }) }] }, 'evaluators[0] has options that are no schema of valibot'],
    [{ evaluators: [{ ...named, evaluate: () => ({ score: 1 }) }] }, 'evaluators[0] has no list of examples'],
    [{ evaluators: [{ ...named, evaluate: () => ({ score: 1 }), compare: () => [] }] }, 'evaluators[0] has evaluate() and compare(), of which one would never be called: an item has one of them'],
    [{ providers: [{ ...named, create: () => ({}), aliases: 'abc' }] }, 'providers[0] has aliases that are no list'],
    [{ loaders: [{ name: 'x', detect: () => 1, load: () => ({}) }] }, 'loaders[0] has no list of extensions'],
    [{ loaders: [{ name: 'x', detect: () => 1, load: () => ({}), extensions: ['.quiz', 'quiz'] }] }, 'loaders[0] has extensions[1] that cannot be: it has to be a text such as ".quiz", not "quiz"'],
    [{ loaders: [{ name: 'x', detect: () => 1, load: () => ({}), extensions: [null] }] }, 'loaders[0] has extensions[0] that cannot be: it has to be a text such as ".quiz", not nothing'],
    [{ pointFunctions: [capitals, { ...named }] }, 'pointFunctions[1] has no apply()'],
    [{ rules: [{ ...named, match: () => undefined }] }, 'rules[0] has no evaluate()'],
    [{ providers: [{ ...named }] }, 'providers[0] has no create()'],
    [{ reporters: [null] }, 'reporters[0] is no object'],
    [{ reporters: [{ ...named, kind: 'reporter' }] }, 'reporters[0] has no create()'],
    [{ loaders: [{}] }, 'loaders[0] has no name'],
    [{ evaluators: [{ ...named, evaluate: () => ({ score: 1 }), examples: [], commands: 'run' }] }, 'evaluators[0] has commands that are no list'],
    [{ evaluators: [{ ...named, evaluate: () => ({ score: 1 }), examples: [], check: [] }] }, 'evaluators[0] has check that is no function'],
    [{ pointFunctions: [{ ...capitals, check: 'x' }] }, 'pointFunctions[0] has check that is no function'],
    [{ rules: [{ ...named, match: () => undefined, evaluate: () => ({ score: 1 }), examples: [] }] }, 'rules[0] has no list of argument'],
    [{ providers: [{ ...named, create: () => ({}), createEmbedder: {} }] }, 'providers[0] has createEmbedder that is no function'],
    [{ loaders: [{ name: 'x', detect: () => 1, load: () => ({}), extensions: [], writers: 5 }] }, 'loaders[0] has writers that are no list'],
    [{ reporters: [{ name: 'x', trialFinished: 'x' }] }, 'reporters[0] has trialFinished that is no function'],
  ])('%j', async (added, message) => {
    await expect(evaluate({ files: 'none.yaml', targets: ['mock'], ...added })).rejects.toMatchObject({ name: 'UsageError', message });
  });
});

test.each(['evaluators', 'pointFunctions', 'rules', 'providers', 'reporters', 'loaders'])('one of the %s that cannot even be looked at is told with its place', async (kind) => {
  const boom = (): never => {
    throw new TypeError('boom');
  };
  const { proxy: gone, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const item of [{ get name() { return boom(); } }, new Proxy({}, { get: boom }), gone]) {
    await expect(evaluate({ files: 'none.yaml', targets: ['mock'], [kind]: [item] })).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringMatching(new RegExp(`^${kind}\\[0\\] cannot be read: (boom|.*revoked)`, 'u')),
      hint: 'mend its getters, or the proxy that it is',
    });
  }
});

test.each(['generate', 'name', 'servedBy', 'systemPrompt', 'pricing'])('a target whose %s cannot be read is told with its provider', async (field) => {
  const made = { name: 'own:m', provider: 'own', structuredOutput: false, generate: () => ({ text: 'x' }) };
  const create = () => Object.defineProperty({ ...made }, field, { get: () => { throw new TypeError('boom'); } });
  const own = defineProvider({ name: 'own', description: 'Is odd.', options: v.object({}), examples: [], create: create as never });
  const { folder } = await createWorkspace({ 'cases.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: hi, evaluators: [{ type: contains, value: hi }] }\n' });
  await expect(evaluate({ files: 'cases.yaml', cwd: folder, env: {}, targets: ['own:m'], providers: [own] })).rejects.toMatchObject({
    name: 'ConfigError',
    message: `what provider own made for target "own:m" cannot be read: ${field} threw: boom`,
  });
});

test.each(['embed', 'mostTexts', 'identity', 'batch'])('a target may refuse %s, which this run does not need', async (field) => {
  const made = { name: 'own:m', provider: 'own', structuredOutput: false, generate: () => ({ text: 'hi' }) };
  const create = () => Object.defineProperty({ ...made }, field, { get: () => { throw new TypeError('not here'); } });
  const own = defineProvider({ name: 'own', description: 'Does some things alone.', options: v.object({}), examples: [], create: create as never });
  const { folder } = await createWorkspace({ 'cases.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: hi, evaluators: [{ type: contains, value: hi }] }\n' });
  const { summary } = await evaluate({ files: 'cases.yaml', cwd: folder, env: {}, targets: ['own:m'], providers: [own] });
  expect(summary.outcome).toBe('passed');
});

describe('an evaluator of a program', () => {
  const SUITE = 'evalcases:\n  - { id: a, expected_outcome: x, input: hi, evaluators: [{ type: own }] }\n  - { id: b, expected_outcome: x, input: hi, evaluators: [{ type: own }] }\n';
  const own = (more: object) => defineEvaluator({ name: 'own', description: 'Is odd.', options: v.object({}), programs: 'never', examples: [], ...more } as never);

  test('may go on writing into the answer that it gave, and give it again: no row changes by it', async () => {
    const { folder } = await createWorkspace({ 's.yaml': SUITE });
    const answer = { score: 1, hits: [] as string[], misses: [], details: { asked: 0 } };
    const evaluates = own({
      evaluate: ({ evalCase }: { readonly evalCase: { readonly id: string } }) => {
        answer.hits.length = 0;
        answer.hits.push(evalCase.id);
        answer.details.asked += 1;
        return answer;
      },
    });
    // A reporter keeps what it is told until the end.
    const told: ResultRow[] = [];
    const { summary, rows } = await evaluate({ files: 's.yaml', cwd: folder, env: {}, targets: ['mock'], concurrency: 1, evaluators: [evaluates], onRow: (row) => told.push(row) });
    answer.hits.push('late');
    expect(summary.outcome).toBe('passed');
    for await (const row of rows()) expect(row.evaluators[0]?.hits).toEqual([row.caseId]);
    expect(told.map(({ evaluators }) => [evaluators[0]?.hits, evaluators[0]?.details])).toEqual([[['a'], { asked: 1 }], [['b'], { asked: 2 }]]);
  });

  test('that compares may do so too, and a score that it left out is told as that', async () => {
    const { folder } = await createWorkspace({ 's.yaml': SUITE, '.assay/targets.yaml': 'targets:\n  - { name: one, provider: mock }\n  - { name: two, provider: mock }\n' });
    const scores = [{ score: 1, hits: [] as string[] }, { score: 0, hits: [] as string[] }];
    const compares = own({
      compare: ({ evalCase }: { readonly evalCase: { readonly id: string } }) => {
        for (const { hits } of scores) hits.splice(0, 1, evalCase.id);
        return evalCase.id === 'a' ? scores : Array(2);
      },
    });
    const { rows } = await evaluate({ files: 's.yaml', cwd: folder, env: {}, targets: ['one', 'two'], concurrency: 1, evaluators: [compares], onRow: () => undefined });
    const stored: [string, number | null, string | undefined][] = [];
    for await (const { caseId, score, evaluators } of rows()) stored.push([caseId, score, evaluators[0]?.error?.message ?? evaluators[0]?.hits?.join()]);
    expect(stored.toSorted().map(([id, score, said]) => [id, score, said?.slice(0, 30)])).toEqual([['a', 0, 'a'], ['a', 1, 'a'], ['b', null, 'evaluator "own" gave nothing i'], ['b', null, 'evaluator "own" gave nothing i']]);
  });

  test.each<[string, unknown, string]>([
    ['what is no list', 5, 'check() gave the number 5'],
    ['a list of something else', [{}], 'check() gave a list with one without a path'],
    ['a finding without words', [{ path: [] }], 'check() gave a list with one without a message'],
  ])('whose check() gives %s is told at its place', async (_what, found, message) => {
    const { folder } = await createWorkspace({ 's.yaml': SUITE });
    for (const check of [() => found, async () => found]) {
      await expect(evaluate({ files: 's.yaml', cwd: folder, env: {}, targets: ['mock'], evaluators: [own({ check, evaluate: () => ({ score: 1 }) })] })).rejects.toMatchObject({
        name: 'InvalidFileError',
        diagnostics: expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining(message), location: expect.objectContaining({ line: 2 }) })]),
      });
    }
  });
});

test.each([[null], [{ name: 'x' }], [() => 'a reply']])('a provider that makes %j for a target is told, and nothing is asked', async (made) => {
  const { folder } = await createWorkspace({ 's.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Hi }] }\n' });
  const empty = defineProvider({ name: 'empty', description: 'Makes nothing.', options: v.object({}), examples: [], create: () => made as never });
  await expect(evaluate({ files: 's.yaml', cwd: folder, targets: ['empty:any'], providers: [empty] })).rejects.toMatchObject({
    name: 'ConfigError',
    message: 'provider empty made nothing for target "empty:any" that can be asked: it has no generate()',
  });
});

test('with a queue they are refused, since workers would use what is installed under their names, as are limits that only workers can keep to; reporters are not', async () => {
  const { folder } = await createWorkspace({ 's.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Hi }] }\n' });
  const contains = definePointFunction({ name: 'contains', description: 'Another one.', options: v.any(), examples: [], apply: () => 0.1 });
  const queued = { files: 's.yaml', cwd: folder, targets: ['mock'], env: { ASSAY_QUEUE_SECRET: 'x'.repeat(64) }, queue: 'redis://127.0.0.1:1?patience=1' };
  await expect(evaluate({ ...queued, pointFunctions: [contains], rules: [sentencesMax] })).rejects.toMatchObject({
    name: 'UsageError',
    message: 'point functions, rules of a program cannot be used with queue: workers have only what is installed',
  });
  await expect(evaluate({ ...queued, reporters: [{ name: 'nothing' }] })).rejects.not.toThrow('cannot be used with queue');
  await expect(evaluate({ ...queued, maxReplyMb: 1 })).rejects.toThrow('maxReplyMb cannot be said with queue: the workers keep to what they were started with');
});

test('a target that cannot be closed costs nothing of the run, and is told', async () => {
  const { folder } = await createWorkspace({ 's.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Hi }] }\n' });
  const clumsy = defineProvider({
    name: 'clumsy',
    description: 'Cannot be closed.',
    options: v.object({}),
    examples: [],
    create: ({ name }) => ({
      name,
      provider: 'clumsy',
      structuredOutput: false,
      generate: async () => ({ text: 'Hi', messages: [{ role: 'assistant', content: 'Hi' }], toolCalls: [], latencyMs: 0 }),
      close: async () => {
        throw new Error('it is stuck');
      },
    }),
  });
  const told: string[] = [];
  const { summary } = await evaluate({ cwd: folder, files: 's.yaml', targets: ['clumsy:m'], providers: [clumsy], reporters: [{ name: 'ears', diagnostic: ({ message }) => told.push(message) }] });
  expect([summary.outcome, told]).toEqual(['passed', ['target "clumsy:m" could not be closed: it is stuck']]);
});

test('an evaluator that asks judges or for vectors, and does not say so, is told to say it', async () => {
  const { folder } = await createWorkspace({ 's.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: asks, whom: judges }] }\n  - { id: b, expected_outcome: x, input: Hi, evaluators: [{ type: asks, whom: vectors }] }\n' });
  const asks = defineEvaluator({
    name: 'asks',
    description: 'Asks somebody.',
    options: v.object({ whom: v.picklist(['judges', 'vectors']) }),
    examples: [],
    async evaluate({ options, services, signal }) {
      if (options.whom === 'vectors') await services.embed(['Hi']);
      else await services.judges().assess({ kind: 'prompt', scale: 'unit', prompt: 'Is it?' }, { signal });
      return { score: 1 };
    },
  });
  const rows: ResultRow[] = [];
  await evaluate({ cwd: folder, env: {}, files: 's.yaml', targets: ['mock'], judges: ['mock'], embeddings: 'openai:text-embedding-3-small', evaluators: [asks], onRow: (row) => rows.push(row) });
  const hints = Object.fromEntries(rows.map(({ caseId, score, error }) => [caseId, [score, error?.hint]]));
  expect(hints).toEqual({ a: [null, expect.stringContaining("uses: ['judge']")], b: [null, expect.stringContaining("uses: ['embeddings']")] });
});

test('an evaluator that calculates with its value has large numbers as numbers, one that compares has all of their digits', async () => {
  const { folder } = await createWorkspace({
    's.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: calculates, value: 1700000000000000001 }, { type: compares, value: 1700000000000000001 }] }\n',
  });
  const seen: unknown[] = [];
  const valued = (name: string, value: v.GenericSchema) =>
    defineEvaluator({
      name,
      description: 'Keeps its value.',
      options: v.object({ value }),
      examples: [],
      evaluate({ options }) {
        seen.push(options.value);
        return { score: 1 };
      },
    });
  const { summary } = await evaluate({ cwd: folder, env: {}, files: 's.yaml', targets: ['mock'], evaluators: [valued('calculates', v.number()), valued('compares', v.unknown())] });
  expect([summary.outcome, seen]).toEqual(['passed', [Number('1700000000000000001'), '1700000000000000001']]);
});
