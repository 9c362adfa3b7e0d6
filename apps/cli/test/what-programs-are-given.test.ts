import { defineEvaluator, defineProvider, defineReporter, type EvaluationInput, type Reporter, type ResultRow } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate, report, type EvaluateOptions } from '../src/index.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = `evalcases:
  - id: asked
    expected_outcome: anything
    input: hello
    evaluators: [{type: writes}, {type: looks}]
`;

/** As a program without types, or one that looks away. */
type Writable = { [key: string]: never };
type Write = (input: EvaluationInput<object>) => void;

const asWritable = (value: unknown): Writable => value as Writable;
const asList = (value: unknown): unknown[] => value as unknown[];

const writes = (write: Write) =>
  defineEvaluator({
    name: 'writes',
    description: 'Writes into what it is given.',
    options: v.object({}),
    examples: [{ title: 'Plain', value: { type: 'writes' } }],
    evaluate(input) {
      write(input);
      return { score: 1 };
    },
  });

/** Says what it sees after whoever wrote. */
const looks = defineEvaluator({
  name: 'looks',
  description: 'Looks at what it is given.',
  options: v.object({}),
  examples: [{ title: 'Plain', value: { type: 'looks' } }],
  async evaluate({ evalCase, response }) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { id, tags, inputMessages } = evalCase;
    return { score: 1, hits: [JSON.stringify([id, tags, inputMessages.map(({ content }) => content), response.text, response.messages.length])] };
  },
});

async function rowsOf(options: Partial<EvaluateOptions>): Promise<{ readonly rows: readonly ResultRow[]; readonly lost: readonly unknown[] }> {
  const { folder: cwd } = await createWorkspace({ 'suite.yaml': SUITE });
  const { rows, lostReporters } = await evaluate({ files: 'suite.yaml', cwd, targets: ['mock'], repeat: 2, concurrency: 1, ...options });
  const found: ResultRow[] = [];
  for await (const row of rows()) found.push(row);
  return { rows: found, lost: lostReporters };
}

const SEEN = '["asked",[],["hello"],"hello",1]';

describe('what a program is given stays as it is for all others', () => {
  test.each<readonly [string, Write]>([
    ['the id of its case', ({ evalCase }) => void Object.assign(evalCase, { id: 'other' })],
    ['the tags of its case', ({ evalCase }) => void asList(evalCase.tags).push('more')],
    ['the messages of its case', ({ evalCase }) => void asList(evalCase.inputMessages).push({ role: 'user', content: 'more' })],
    ['a message of its case', ({ evalCase }) => void Object.assign(asWritable(evalCase.inputMessages[0]), { content: 'another' })],
    ['the text of the reply', ({ response }) => void Object.assign(response, { text: 'another' })],
    ['the messages of the reply', ({ response }) => void asList(response.messages).pop()],
  ])('an evaluator that writes into %s has no score, and says why; nobody else sees it', async (_, write) => {
    const { rows } = await rowsOf({ evaluators: [writes(write), looks] });
    expect(rows.map(({ caseId, input, output }) => [caseId, input.map(({ content }) => content), output?.text])).toEqual([
      ['asked', ['hello'], 'hello'],
      ['asked', ['hello'], 'hello'],
    ]);
    for (const { evaluators } of rows) {
      expect(evaluators[0]).toMatchObject({ score: null, error: { code: 'unexpected', message: expect.stringMatching(/^Cannot /u), hint: expect.stringContaining('make a copy') } });
      expect(evaluators[1]).toMatchObject({ score: 1, hits: [SEEN] });
    }
  });

  test('a provider that writes into its request fails with the same words, and may go on with the lists that it gave', async () => {
    const kept: object[] = [];
    const keeps = (name: string, write: (messages: readonly unknown[]) => void) =>
      defineProvider({
        name,
        description: 'Keeps what it said.',
        options: v.object({}),
        examples: [],
        create: (target) => ({
          name: target.name,
          provider: name,
          structuredOutput: false,
          async generate({ messages }) {
            write(messages);
            kept.push({ role: 'assistant', content: 'hello' });
            return { text: 'hello', messages: kept as never, toolCalls: [], latencyMs: 1 };
          },
        }),
      });
    const providers = [keeps('writer', (messages) => void asList(messages).push({ role: 'user', content: 'more' })), keeps('keeper', () => undefined)];
    const evaluators = [writes(() => undefined), looks];
    const { rows } = await rowsOf({ providers, evaluators, targets: ['writer:any', 'keeper:any'] });
    expect(rows.filter(({ target }) => target === 'writer:any').map(({ score, error }) => [score, error?.hint])).toEqual([
      [null, expect.stringContaining('make a copy')],
      [null, expect.stringContaining('make a copy')],
    ]);
    expect(rows.filter(({ target }) => target === 'keeper:any').map(({ output }) => output?.messages.length)).toEqual([1, 2]);
  });

  test('a provider may go on writing into all that it gave, a figure or the input of a call too', async () => {
    const usage = { inputTokens: 0, outputTokens: 0 };
    const call = { tool: 'look', input: { turn: 0 } };
    const keeper = defineProvider({
      name: 'keeper',
      description: 'Keeps what it gives.',
      options: v.object({}),
      examples: [],
      create: (target) => ({
        name: target.name,
        provider: 'keeper',
        structuredOutput: false,
        async generate() {
          usage.inputTokens += 3;
          call.input.turn += 1;
          return { text: 'hello', messages: [{ role: 'assistant', content: 'hello', toolCalls: [call] }], toolCalls: [call], latencyMs: 1, usage };
        },
      }),
    });
    const { rows } = await rowsOf({ providers: [keeper], evaluators: [writes(() => undefined), looks], targets: ['keeper:any'] });
    expect(rows.map(({ status, usage: used, output }) => [status, used?.inputTokens, output?.toolCalls[0]?.input])).toEqual([
      ['ok', 3, { turn: 1 }],
      ['ok', 6, { turn: 2 }],
    ]);
  });

  test('a reporter that writes into a row is the one that is lost', async () => {
    const seen: unknown[] = [];
    const bad: Reporter = { name: 'bad', trialFinished: (row) => void Object.assign(row, { caseId: 'other', score: 0 }) };
    const good: Reporter = { name: 'good', trialFinished: ({ caseId, score }) => void seen.push([caseId, score]) };
    const { lost } = await rowsOf({ evaluators: [writes(() => undefined), looks], reporters: [bad, good] });
    expect(seen).toEqual([['asked', 1], ['asked', 1]]);
    expect(lost).toMatchObject([{ name: 'bad', error: { hint: expect.stringContaining('make a copy') } }]);
  });

  test.each<readonly [string, Partial<Reporter>]>([
    ['the target of a trial', { trialStarted: ({ target }) => void Object.assign(target, { name: 'other' }) }],
    ['the variant of a trial', { trialStarted: ({ variant }) => void Object.assign(variant, { label: 'other' }) }],
    ['the names of a run', { runStarted: ({ targets }) => void asList(targets).push('other') }],
    ['what a run has spent', { spent: (budgets) => void asList(budgets).pop() }],
  ])('a reporter that writes into %s is the one that is lost; rows and others have it as it was', async (_, writing) => {
    const seen: unknown[] = [];
    const good: Reporter = {
      name: 'good',
      runStarted: ({ targets }) => void seen.push(['run', [...targets]]),
      trialStarted: ({ target, variant }) => void seen.push(['trial', target.name, variant.label]),
      spent: (budgets) => void (budgets.length === 0 && seen.push('spent')),
    };
    const { rows, lost } = await rowsOf({ evaluators: [writes(() => undefined), looks], reporters: [{ name: 'bad', ...writing }, good], maxTokens: 1_000_000 });
    expect(rows.map(({ target, variant }) => [target, variant?.label])).toEqual([['mock', ''], ['mock', '']]);
    expect(seen).toEqual([['run', ['mock']], ['trial', 'mock', ''], ['trial', 'mock', '']]);
    expect(lost).toMatchObject([{ name: 'bad', error: { hint: expect.stringContaining('make a copy') } }]);
  });

  test('a report of a stored run that writes into a row is lost, and the next one has the row as it is stored', async () => {
    const seen: unknown[] = [];
    const told = (name: string, tell: (row: ResultRow) => void) =>
      defineReporter({
        name,
        description: 'Is told of rows.',
        options: v.strictObject({}),
        examples: [],
        create: () => ({ name, trialFinished: tell }),
      });
    const { folder: cwd } = await createWorkspace({ 'suite.yaml': SUITE });
    await evaluate({ files: 'suite.yaml', cwd, targets: ['mock'], evaluators: [writes(() => undefined), looks], out: 'stored' });
    const reporters = [told('bad', (row) => void Object.assign(row, { caseId: 'other', score: 0 })), told('good', ({ caseId, score }) => void seen.push([caseId, score]))];
    const { lostReporters } = await report({ run: 'stored', reports: ['bad', 'good'], reporters, cwd });
    expect(seen).toEqual([['asked', 1]]);
    expect(lostReporters).toMatchObject([{ name: 'bad', error: { hint: expect.stringContaining('make a copy') } }]);
  });
});
