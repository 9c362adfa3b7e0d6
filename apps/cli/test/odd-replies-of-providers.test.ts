import { defineProvider, type ProviderResponse, type ResultRow } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { createWorkspace } from './support/projects/workspace.js';

const EVALUATORS = '[{ type: not_tool_called, value: pay }]';

/** The rows of a case that no call of a tool may be in, answered by a provider of a program: as it is told, and as it is stored. */
async function rowsOf(odd: object, evaluators = EVALUATORS) {
  const reply = { text: 'hi', messages: [{ role: 'assistant', content: 'hi' }], toolCalls: [], latencyMs: 1, ...odd } as ProviderResponse;
  const mine = defineProvider({ name: 'mine', description: 'Answers.', options: v.object({}), examples: [], create: () => ({ name: 'mine:m', generate: async () => reply }) as never });
  const { folder } = await createWorkspace({ 's.yaml': `evalcases:\n  - { id: a, expected_outcome: x, input: hi, evaluators: ${evaluators} }\n` });
  const rows: ResultRow[] = [];
  const result = await evaluate({ files: 's.yaml', cwd: folder, env: {}, targets: ['mine:m'], providers: [mine], onRow: (row) => rows.push(row) });
  const stored: ResultRow[] = [];
  for await (const row of result.rows()) stored.push(row);
  return { told: rows[0], stored: stored[0] };
}

const rowOf = async (odd: object) => (await rowsOf(odd)).told;

describe('calls and turns of a reply that cannot be read leave it unscored, and are told: to leave them out could be a pass', () => {
  test.each<[object, string]>([
    [{ toolCalls: 'pay' }, 'toolCalls that cannot be: it has to be a list, not "pay"'],
    [{ toolCalls: { tool: 'pay' } }, 'toolCalls that cannot be: it has to be a list, not a mapping'],
    [{ toolCalls: ['pay'] }, 'toolCalls[0] that cannot be: it has to be an object, not "pay"'],
    [{ toolCalls: [{ tool: 'a' }, { name: 'pay' }] }, 'toolCalls[1].tool that cannot be: it has to be a text, not nothing'],
    [{ messages: 'hi' }, 'messages that cannot be: it has to be a list, not "hi"'],
    [{ messages: [null] }, 'messages[0] that cannot be: it has to be an object, not nothing'],
    [{ messages: [{ role: 'bot', content: 'hi' }] }, 'messages[0].role that cannot be: it has to be system, user, assistant or tool, not "bot"'],
    [{ messages: [{ role: 'assistant', content: 5 }] }, 'messages[0].content that cannot be: it has to be a text, a list or an object, not the number 5'],
    [{ messages: [{ role: 'assistant', content: Object(5) as object }] }, 'messages[0].content that cannot be: it has to be a text, a list or an object, not the number 5'],
    [{ messages: [{ role: 'assistant', content: { toJSON: () => false } }] }, 'messages[0].content that cannot be: it has to be a text, a list or an object, not false'],
    [{ messages: [{ role: 'assistant', content: { toJSON: () => undefined } }] }, 'messages[0].content that cannot be: it has to be a text, a list or an object, not nothing'],
    [{ toolCalls: [{ tool: 'a', id: 7 }] }, 'toolCalls[0].id that cannot be: it has to be a text, not the number 7'],
    [{ warnings: 'slow' }, 'warnings that cannot be: it has to be a list, not "slow"'],
    [{ warnings: [5] }, 'warnings[0] that cannot be: it has to be a text, not the number 5'],
    [{ finishReason: 'end_turn' }, 'finishReason that cannot be: it has to be stop, length, tool_calls, filter, refusal or other, not "end_turn"'],
    [{ finishReason: 0 }, 'finishReason that cannot be: it has to be stop, length, tool_calls, filter, refusal or other, not the number 0'],
    [{ messages: [{ role: 'assistant', toolCalls: [{}] }] }, 'messages[0].toolCalls[0].tool that cannot be: it has to be a text, not nothing'],
  ])('%j', async (odd, said) => {
    expect(await rowOf(odd)).toMatchObject({ score: null, verdict: null, error: { code: 'bad_reply', message: `target "mine:m" gave a reply with ${said}`, hint: 'its provider has to return { text, messages, toolCalls, latencyMs }' } });
  });

  test.each([{ toolCalls: undefined }, { toolCalls: null }, { messages: undefined }, { messages: null }])('%j is none', async (absent) => {
    expect(await rowOf(absent)).toMatchObject({ score: 1, verdict: 'pass' });
  });
});

describe('what an SDK hangs on messages and calls besides is left out: no row holds it', () => {
  /** An answer of an API, as its client knows it: it leads to itself in two ways. */
  class Answer {
    readonly #owner = { answer: this };
    readonly self = this;
    readonly id = 12n;

    get owner(): object {
      return this.#owner;
    }

    readonly client = { last: this };
  }
  const call = { tool: 'look', input: { at: 1 } };

  test.each<[string, (raw: unknown) => object]>([
    ['a call', (raw) => ({ toolCalls: [{ ...call, raw }] })],
    ['a message', (raw) => ({ toolCalls: [call], messages: [{ role: 'assistant', content: 'hi', raw }] })],
    ['a call of a message', (raw) => ({ toolCalls: [call], messages: [{ role: 'assistant', content: 'hi', toolCalls: [{ ...call, raw }] }] })],
  ])('of %s', async (_place, reply) => {
    const [plain, ...odd] = await Promise.all([undefined, new Answer(), { request: 'r-1' }].map(async (raw) => rowsOf(reply(raw))));
    for (const { told, stored } of odd) {
      expect(told).toMatchObject({ score: 1, verdict: 'pass', output: stored?.output });
      expect(told?.output).toEqual(plain?.stored?.output);
      // A rescoring has the reply as it is stored.
      expect(told?.scoringKey).toBe(plain?.told?.scoringKey);
    }
  });

  test('one made of a class is read by its fields', async () => {
    class Turn {
      readonly #said = 'hi';

      get role(): string {
        return this.#said === 'hi' ? 'assistant' : 'user';
      }

      get content(): string {
        return this.#said;
      }
    }
    const [made, plain] = await Promise.all([rowsOf({ messages: [new Turn()] }), rowsOf({})]);
    expect(made.stored?.output).toEqual(plain.stored?.output);
    expect(made.told?.scoringKey).toBe(plain.told?.scoringKey);
  });
});

test.each<[unknown, string]>([[Number.NaN, 'NaN'], [-5, '-5'], ['7', '"7"'], [7n, '7']])('a call whose duration cannot be is one of which nobody knows it, which is said: %s', async (durationMs, said) => {
  const calls = [{ tool: 'look', input: {}, durationMs }];
  const evaluators = '[{ type: tool_trajectory, mode: in_order, expected: [{ tool: look, max_duration_ms: 10 }] }]';
  const { told, stored } = await rowsOf({ toolCalls: calls, messages: [{ role: 'assistant', content: 'hi', toolCalls: calls }] }, evaluators);
  expect(told).toMatchObject({
    status: 'ok',
    warnings: [`a duration in milliseconds of a call of "look" of ${said} cannot be, and counts as not known`, 'look({}): its duration is unknown, so max_duration_ms was not checked'],
  });
  expect(told?.output).toEqual(stored?.output);
});

describe('a use of tokens that is none counts as not known, with a warning', () => {
  test.each<[unknown, string]>([
    ['many', 'a use of tokens of "many" cannot be, and counts as not known'],
    [7, 'a use of tokens of 7 cannot be, and counts as not known'],
    [[3, 4], 'a use of tokens of […] cannot be, and counts as not known'],
    [{ input_tokens: 3, output_tokens: 4 }, 'a use of tokens without inputTokens and outputTokens counts as not known'],
    [{ inputTokens: 3 }, 'a use of tokens without outputTokens counts as not known'],
  ])('%j', async (usage, warning) => {
    const row = await rowOf({ usage });
    expect(row).toMatchObject({ score: 1, verdict: 'pass', warnings: [warning] });
    expect(row?.usage).toBeUndefined();
  });

  test.each([undefined, null, {}, { inputTokens: null, outputTokens: null }])('%j is none that is known, and nothing to tell of', async (usage) => {
    expect(await rowOf({ usage })).toMatchObject({ score: 1, warnings: [] });
  });
});

describe('parts of a message', () => {
  const spoken = (...content: readonly unknown[]) => ({ messages: [{ role: 'assistant', content }] });

  test('as the APIs of models write them have their text in the row', async () => {
    const { stored } = await rowsOf(spoken({ type: 'text', text: 'hi' }, { type: 'text', value: 'ho' }));
    expect(stored?.output?.messages).toEqual([{ role: 'assistant', content: [{ type: 'text', value: 'hi' }, { type: 'text', value: 'ho' }] }]);
  });

  test.each([[{ type: 'text', body: 'hi' }], [{ type: 'text', value: 7 }], [{ type: 'file', file: { file_id: 'f' } }], [{ type: 'image_url', image_url: { url: 'u' } }]])('that are data of their own, as %j, stay what they are', async (part) => {
    const { stored } = await rowsOf(spoken(part));
    expect(stored?.output?.messages).toEqual([{ role: 'assistant', content: [part] }]);
  });
});

/** An object that is a part of itself. */
function circle(): object {
  const whole: { part?: { whole: object } } = {};
  whole.part = { whole };
  return whole;
}

describe('a value that JSON has no form for is told with its place: in the row it would be another one, or none', () => {
  test.each<[string, object, string]>([
    ['a BigInt', { toolCalls: [{ tool: 'a', input: { order: { number: 12n } } }] }, 'toolCalls[0].input that cannot be: it has to be a value that JSON has a form for, and toolCalls[0].input.order.number is the BigInt 12'],
    ['a number that is none', { toolCalls: [{ tool: 'a', output: [1, Number.NaN] }] }, 'toolCalls[0].output that cannot be: it has to be a value that JSON has a form for, and toolCalls[0].output[1] is the number NaN'],
    ['a function', { toolCalls: [{ tool: 'a', input: { run: () => 1 } }] }, 'toolCalls[0].input that cannot be: it has to be a value that JSON has a form for, and toolCalls[0].input.run is a function'],
    ['a Map', { toolCalls: [{ tool: 'a', input: new Map([['a', 1]]) }] }, 'toolCalls[0].input that cannot be: it has to be a value that JSON has a form for, and toolCalls[0].input is a Map'],
    ['a circle', { toolCalls: [{ tool: 'a', input: circle() }] }, 'toolCalls[0].input that cannot be: it has to be a value that JSON has a form for, and toolCalls[0].input.part.whole holds itself'],
    ['a BigInt in a message', { messages: [{ role: 'assistant', content: { total: 3n } }] }, 'messages[0].content that cannot be: it has to be a value that JSON has a form for, and messages[0].content.total is the BigInt 3'],
    [
      'what throws as it is looked at',
      { toolCalls: [{ tool: 'a', input: { toJSON: () => { throw new TypeError('not now'); } } }] },
      'toolCalls[0].input that cannot be: it has to be a value that JSON has a form for, and it cannot be read: not now',
    ],
  ])('%s', async (_, odd, said) => {
    expect(await rowOf(odd)).toMatchObject({ score: null, verdict: null, error: { code: 'bad_reply', message: `target "mine:m" gave a reply with ${said}` } });
  });

  test('a date is the text that JSON has for it, and an object that stands twice is no circle', async () => {
    const twice = { a: 1 };
    expect(await rowOf({ toolCalls: [{ tool: 'a', input: { at: new Date(0), twice: [twice, twice] } }] })).toMatchObject({ score: 1, verdict: 'pass' });
  });
});

describe('what is null is absent, as adapters of APIs have it that name all fields of theirs', () => {
  test.each([
    { warnings: null, usage: null, costUsd: null, finishReason: null, model: null, fingerprint: null },
    { messages: [{ role: 'assistant', content: null, toolCalls: null, name: null }] },
    { toolCalls: [{ tool: 'a', input: null, output: null, id: null, durationMs: null }] },
    { messages: [{ role: 'assistant', content: 'hi', toolCalls: [{ tool: 'a', id: null }] }] },
  ])('%j', async (absent) => {
    expect(await rowOf(absent)).toMatchObject({ score: 1, verdict: 'pass', warnings: [] });
  });
});

test('what a reply says that was spent before is no more than it took, and a figure that can be', async () => {
  const usage = { inputTokens: 5, outputTokens: 7 };
  const took = { usage, costUsd: 0.5, cached: true };
  expect(await rowOf({ ...took, saved: { usage: { inputTokens: 50, outputTokens: 2 }, costUsd: 9 } })).toMatchObject({ ...took, score: 1, saved: { usage: { inputTokens: 5, outputTokens: 2 }, costUsd: 0.5 } });
  const odd = await rowOf({ ...took, saved: { usage: { inputTokens: 5, outputTokens: 'few' }, costUsd: 'x' } });
  expect(odd).toMatchObject({ ...took, score: 1 });
  expect(odd?.saved?.usage).toBeUndefined();
  expect(await rowOf({ ...took, cached: 'yes' })).toMatchObject({ score: 1, cached: false });
});

test.each([{ toolCalls: 'pay' }, { text: undefined }, { messages: [{ role: 'bot', content: 'hi' }] }])('a reply that cannot be used was paid for: %j', async (odd) => {
  const usage = { inputTokens: 5, outputTokens: 7 };
  const paid = await rowOf({ ...odd, usage, costUsd: 0.5 });
  expect(paid).toMatchObject({ score: null, usage, costUsd: 0.5 });
  expect(paid?.costIncomplete).toBeUndefined();
  expect(await rowOf({ ...odd, usage })).toMatchObject({ score: null, usage, costIncomplete: true });
});
