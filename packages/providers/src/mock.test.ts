import { embedderConformance, providerConformance } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { ask, failureOf, makeEmbedder, makeTarget } from '../test/targets.js';
import { provider as mock } from './mock.js';

test('without options the prompt comes back', async () => {
  const provider = await makeTarget('mock', {});
  expect(await provider.generate(ask('hello $& {prompt}'))).toMatchObject({
    text: 'hello $& {prompt}',
    costUsd: 0,
    toolCalls: [],
  });
});

test('reply is the answer, and {prompt} in it stands for the prompt', async () => {
  const provider = await makeTarget('mock', { reply: 'You said: {prompt}' });
  expect((await provider.generate(ask('hi'))).text).toBe('You said: hi');
});

test('replies depend on case and repeat, never on the order of requests', async () => {
  const replies = ['a', 'b', 'c'];
  const ids = Array.from({ length: 30 }, (_, index) => `case-${index}`);
  const answers = async (order: readonly string[]) => {
    const provider = await makeTarget('mock', { replies });
    const found: [string, string][] = [];
    for (const caseId of order) found.push([caseId, (await provider.generate(ask('x', { caseId }))).text]);
    return Object.fromEntries(found.toSorted());
  };
  const forwards = await answers(ids);
  expect(await answers(ids.toReversed())).toEqual(forwards);
  expect(new Set(Object.values(forwards))).toEqual(new Set(replies));
});

test('tool calls are answered as given', async () => {
  const provider = await makeTarget('mock', {
    reply: 'ok',
    tool_calls: [{ tool: 'search', input: { q: 'x' }, output: 'y' }],
  });
  const reply = await provider.generate(ask('x'));
  expect(reply.toolCalls).toEqual([{ tool: 'search', input: { q: 'x' }, output: 'y' }]);
  expect(reply.messages[0]?.toolCalls).toEqual(reply.toolCalls);
});

test('delay_ms takes that long and ends with the signal', async () => {
  const provider = await makeTarget('mock', { delay_ms: 30 });
  expect((await provider.generate(ask('x'))).latencyMs).toBeGreaterThan(20);
  const slow = await makeTarget('mock', { delay_ms: 600_000 });
  expect((await failureOf(slow.generate(ask('x', { signal: AbortSignal.timeout(20) })))).kind).toBe('timeout');
});

test('keeps every promise of the provider contract', async () => {
  const options = {
    answers: {},
    calls_tools: { tool_calls: [{ tool: 'a' }, { tool: 'b' }] },
    hangs: { delay_ms: 600_000 },
    fails: {},
  };
  const checks = providerConformance(
    mock,
    async (behaviour) => ({ provider: await makeTarget('mock', options[behaviour]), requests: () => 0 }),
    {
      behaviours: ['answers', 'calls_tools', 'hangs'],
      countsRequests: false,
    },
  );
  expect(checks.length).toBeGreaterThan(5);
  for (const check of checks) await check.run();
});

describe('the embedder', () => {
  const checks = embedderConformance(async (behaviour) => ({ embedder: await makeEmbedder('mock', behaviour === 'hangs' ? { delay_ms: 600_000 } : {}) }), { behaviours: ['answers', 'hangs'] });
  test.each(checks)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  const { signal } = new AbortController();

  test('turns texts into vectors of length 1, in order, for nothing', async () => {
    const embedder = await makeEmbedder('mock', {});
    expect(embedder).toMatchObject({ name: 'subject', model: 'hashed-words' });
    const { vectors, costUsd } = await embedder.embed(['one', 'two', 'one'], { signal });
    expect(vectors.map(({ length }) => length)).toEqual([256, 256, 256]);
    expect(vectors[2]).toEqual(vectors[0]);
    expect(vectors[1]).not.toEqual(vectors[0]);
    expect(Math.hypot(...(vectors[0] ?? []))).toBeCloseTo(1, 12);
    expect(costUsd).toBe(0);
  });

  test('takes model and dimensions of the target, and ends with the signal', async () => {
    const embedder = await makeEmbedder('mock', { dimensions: 8, delay_ms: 600_000 }, { model: 'tiny' });
    expect(embedder.model).toBe('tiny');
    const late = embedder.embed(['x'], { signal: AbortSignal.timeout(20) });
    expect(await failureOf(late)).toMatchObject({ kind: 'timeout', retryable: true });
    const quick = await makeEmbedder('mock', { dimensions: 8 });
    expect((await quick.embed(['x'], { signal })).vectors[0]).toHaveLength(8);
    expect(await failureOf(quick.embed(['x'], { signal: AbortSignal.abort() }))).toMatchObject({ kind: 'aborted' });
  });
});
