import type { EvalCase, EvaluatorDefinition, FinishReason, Message, Provider, ProviderResponse, ResultRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evalCase, evaluator, provider, reply, scorer, target, trial } from '../../test/samples.js';
import { createTrialExecutor } from './create-trial-executor.js';
import { fixedResources } from '../../test/fixed-resources.js';

const says = scorer('says', () => ({ score: 1 }));
const files: EvaluatorDefinition = { ...scorer('files', () => ({ score: 1 })), scoresEmptyReplies: true };
const group: EvaluatorDefinition = {
  ...scorer('group', async ({ services }) => {
    const members = await Promise.all(['says', 'files'].map((type) => services.evaluate(evaluator(type))));
    return { score: members[1]?.score ?? null, evaluators: members };
  }),
  scoresEmptyReplies: true,
};

function executorFor(asked: Provider) {
  const installed = [says, files, group];
  return createTrialExecutor({
    runId: 'run-1',
    resources: fixedResources(asked),
    evaluators: installed,
  });
}

/** A target that gives these replies, one after the other, and counts them. */
function replying(replies: readonly (string | ProviderResponse)[], extra: Partial<Provider> = {}) {
  let count = 0;
  const asked: Provider = {
    ...provider(async () => {
      const next = replies[Math.min(count, replies.length - 1)] ?? '';
      count += 1;
      return typeof next === 'string' ? reply(next, { costUsd: 1, usage: { inputTokens: 1, outputTokens: 0 } }) : next;
    }),
    ...extra,
  };
  return { asked, requests: () => count };
}

const { signal } = new AbortController();

async function run(subject: ReturnType<typeof replying>, types: readonly string[], extra: Partial<EvalCase> = {}, allow = {}): Promise<ResultRow> {
  const one = evalCase({ evaluators: types.map((type) => evaluator(type)), ...extra });
  return executorFor(subject.asked).execute(trial({ evalCase: one, target: target('mock', allow) }), { signal });
}

describe('an empty reply of an API', () => {
  test.each(['', ' \n\t', '\u200B\uFEFF', '\u00A0'])('%j is asked for once more, and then there is no score', async (text) => {
    const subject = replying([text]);
    const row = await run(subject, ['says', 'files']);
    expect(subject.requests()).toBe(2);
    expect(row).toMatchObject({
      status: 'error',
      score: null,
      verdict: null,
      evaluators: [],
      output: null,
      error: { code: 'empty_reply', message: 'target "mock" gave an empty reply, twice' },
      costUsd: 2,
      usage: { inputTokens: 2, outputTokens: 0 },
    });
  });

  test('the second one counts, and the row says so', async () => {
    const subject = replying(['', 'four']);
    expect(await run(subject, ['says'])).toMatchObject({
      status: 'ok',
      score: 1,
      output: { text: 'four' },
      warnings: ['the first reply was empty, so that the target was asked once more'],
      costUsd: 2,
    });
    expect(subject.requests()).toBe(2);
  });

  test('that was cut off before it said anything is not asked for again', async () => {
    const subject = replying([reply('', { finishReason: 'length' })]);
    expect(await run(subject, ['says'])).toMatchObject({
      score: null,
      error: { code: 'empty_reply', hint: 'raise its limit of tokens' },
      warnings: ['the reply was cut off at the limit of tokens'],
    });
    expect(subject.requests()).toBe(1);
  });

  test.each<[FinishReason, string]>([
    ['filter', 'the reply was stopped by a content filter'],
    ['refusal', 'the model refused to answer'],
  ])('that was held back (%s) is scored and marked', async (finishReason, warning) => {
    const subject = replying([reply('', { finishReason })]);
    expect(await run(subject, ['says'])).toMatchObject({ score: 1, output: { text: '', finishReason }, warnings: [warning] });
    expect(subject.requests()).toBe(1);
  });

  test('of tool calls alone is no empty reply', async () => {
    const subject = replying([reply('', { toolCalls: [{ tool: 'search' }] })]);
    expect(await run(subject, ['says'])).toMatchObject({ status: 'ok', score: 1 });
    expect(subject.requests()).toBe(1);
  });

  test.each<[string, Partial<EvalCase>, object]>([
    ['case', { execution: { allowEmpty: true } }, {}],
    ['target', {}, { allowEmpty: true }],
  ])('is an answer where the %s says so', async (_who, extra, allow) => {
    const subject = replying(['']);
    expect(await run(subject, ['says'], extra, allow)).toMatchObject({ status: 'ok', score: 1, output: { text: '' } });
    expect(subject.requests()).toBe(1);
  });
});

describe('an empty reply of a program or a recording', () => {
  const final = { emptyReply: 'final' } as const;

  test('is not asked for again; only what looks at more than the text is scored', async () => {
    const subject = replying([''], final);
    const row = await run(subject, ['says', 'files', 'group']);
    expect(subject.requests()).toBe(1);
    expect(row).toMatchObject({
      status: 'partial',
      output: { text: '' },
      evaluators: [
        { name: 'says', score: null, error: { code: 'empty_reply', message: 'the reply is empty: it has neither text nor tool calls' } },
        { name: 'files', score: 1 },
        { name: 'group', score: 1, evaluators: [{ name: 'says', score: null }, { name: 'files', score: 1 }] },
      ],
      verdictBounds: { worst: 'borderline', best: 'pass' },
    });
  });

  test('a stored one neither', async () => {
    const { asked } = replying([]);
    const one = trial({ evalCase: evalCase({ evaluators: [evaluator('says')] }) });
    expect(await executorFor(asked).scoreOutput(one, reply(' '))).toMatchObject({ score: null, error: { code: 'empty_reply' } });
  });

  test('an empty reply that is authored is no answer either', async () => {
    const inputMessages: readonly Message[] = [{ role: 'user', content: 'hi' }, { role: 'assistant', content: '' }];
    const subject = replying(['unasked']);
    expect(await run(subject, ['says'], { inputMessages })).toMatchObject({ score: null, error: { code: 'empty_reply' } });
    expect(subject.requests()).toBe(0);
  });
});

describe('an empty turn in the middle of a conversation', () => {
  const inputMessages: readonly Message[] = [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: null },
    { role: 'user', content: 'two' },
  ];

  test('of an API ends it without a score, before the next turn', async () => {
    const subject = replying(['', '', 'later']);
    expect(await run(subject, ['says'], { inputMessages })).toMatchObject({ score: null, error: { code: 'empty_reply' } });
    expect(subject.requests()).toBe(2);
  });

  test('of a program goes on, and what was said is not scored', async () => {
    const subject = replying(['', 'later'], { emptyReply: 'final' });
    expect(await run(subject, ['says', 'files'], { inputMessages })).toMatchObject({
      output: { text: 'later' },
      evaluators: [{ score: null, error: { message: 'turn 1 of 2 of the reply is empty: it has neither text nor tool calls' } }, { score: 1 }],
    });
  });

  test('a turn that was cut off is told, also when a later one was not', async () => {
    const subject = replying([reply('cut', { finishReason: 'length' }), reply('whole', { finishReason: 'stop' })]);
    expect(await run(subject, ['says'], { inputMessages })).toMatchObject({
      score: 1,
      output: { finishReason: 'stop' },
      warnings: ['the reply was cut off at the limit of tokens'],
    });
  });
});

test('a figure that one turn lacks is not known of the whole conversation', async () => {
  const inputMessages: readonly Message[] = [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: null },
    { role: 'user', content: 'two' },
  ];
  const row = await run(replying(['a', reply('b', { latencyMs: NaN })]), ['says'], { inputMessages });
  expect(row).toMatchObject({ score: 1, latencyMs: null });
  expect(row).toMatchObject({ costUsd: 1, costIncomplete: true });
  expect(row.usage).toBeUndefined();
});
