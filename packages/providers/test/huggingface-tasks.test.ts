import { rmSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Provider } from '@assay/schema';
import { embedderConformance } from '@assay/schema/testing';
import { provider as definition } from '../src/huggingface.js';
import { ask, failureOf, makeTarget } from './targets.js';
import { inferenceModel, SENTIMENT, vectorModel, writingModel } from './tiny-models.js';

const INFERENCE = inferenceModel();
const WRITER = writingModel(false);
const CHAT = writingModel(true);
const VECTORS = vectorModel();
afterAll(() => {
  for (const folder of [INFERENCE, WRITER, CHAT, VECTORS]) rmSync(folder, { recursive: true, force: true });
});

const opened: Provider[] = [];
afterEach(async () => {
  for (const provider of opened.splice(0)) await provider.close?.();
});

async function target(folder: string, options: Record<string, unknown>): Promise<Provider> {
  const provider = await makeTarget('huggingface', { fine_tuned_weights: folder, ...options });
  opened.push(provider);
  return provider;
}

describe('zero-shot-classification', () => {
  const options = { labels: ['sports', 'billing'], hypothesis_template: 'this example is about {}.' };

  test('the label that follows from the text is the reply, its share the confidence', async () => {
    const provider = await target(INFERENCE, options);
    const [goal, invoice] = await Promise.all([
      provider.generate(ask('the goal')),
      provider.generate(ask('ignored', { plainInput: 'a invoice' })),
    ]);
    expect(goal?.text).toBe('sports');
    expect(invoice?.text).toBe('billing');
    expect(goal?.confidence).toBeGreaterThan(0.9);
    expect(goal?.messages[0]).toMatchObject({ role: 'tool', content: { sports: goal?.confidence } });
    expect(goal?.usage?.inputTokens).toBeGreaterThan(10);
  });

  test('the scores of all labels add up to 1; a single label is held against its contradiction', async () => {
    const provider = await target(INFERENCE, options);
    const scores = (await provider.generate(ask('the'))).messages[0]?.content as Record<string, number>;
    expect((scores['sports'] ?? 0) + (scores['billing'] ?? 0)).toBeCloseTo(1, 6);
    const single = await target(INFERENCE, { ...options, labels: ['sports'] });
    expect((await single.generate(ask('the goal'))).confidence).toBeGreaterThan(0.9);
    expect((await single.generate(ask('the'))).confidence).toBeCloseTo(0.5, 6);
  });

  test('a model that was not made for it is an error that names its labels', async () => {
    const provider = await target(SENTIMENT, { labels: ['a', 'b'] });
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(error.message).toMatch(/natural language inference.*NEGATIVE, NEUTRAL, POSITIVE/u);
  });
});

describe('text-generation', () => {
  const options = { task_type: 'text-generation' };

  test('continues a plain prompt, counts tokens and says why it ended', async () => {
    const provider = await target(WRITER, options);
    const reply = await provider.generate(ask('the capital of france'));
    expect(reply).toMatchObject({
      text: 'is paris',
      messages: [{ role: 'assistant', content: 'is paris' }],
      usage: { inputTokens: 4, outputTokens: 3 },
      finishReason: 'stop',
      costUsd: 0,
    });
    expect(reply).not.toHaveProperty('warnings');
  });

  test('texts of different length in one batch are the same as alone', async () => {
    const provider = await target(WRITER, { ...options, batch_size: 4 });
    const texts = ['the capital of france', 'france', 'of france is', 'is'];
    const together = await Promise.all(texts.map((text) => provider.generate(ask(text))));
    const alone = [];
    for (const text of texts) alone.push(await provider.generate(ask(text)));
    expect(together.map(({ text, usage }) => [text, usage])).toEqual(alone.map(({ text, usage }) => [text, usage]));
    expect(together.map(({ text }) => text)).toEqual(['is paris', 'is paris', 'paris', 'paris']);
  });

  test('the chat format of the model is used when it has one', async () => {
    const plain = await target(WRITER, { ...options, system_prompt: 'is' });
    const chat = await target(CHAT, options);
    const request = ask('france');
    expect((await chat.generate(request)).usage?.inputTokens).toBe(3);
    expect((await plain.generate(request)).usage?.inputTokens).toBeGreaterThan(3);
    expect((await chat.generate(request)).text).toBe('is paris');
  });

  test('max_tokens ends a text; the limit of a request wins', async () => {
    const provider = await target(WRITER, { ...options, max_tokens: 5 });
    const reply = await provider.generate(ask('of'));
    expect(reply).toMatchObject({ text: 'of of of of of', finishReason: 'length', usage: { outputTokens: 5 } });
    expect(reply.warnings).toBeUndefined();
    expect((await provider.generate(ask('of', { maxTokens: 2 }))).text).toBe('of of');
  });

  test('a seed makes sampled texts repeatable; other seeds give others', async () => {
    const provider = await target(WRITER, { ...options, temperature: 1, max_tokens: 1 });
    const seeds = Array.from({ length: 12 }, (_, seed) => seed);
    const draw = (): Promise<readonly string[]> =>
      Promise.all(seeds.map(async (seed) => (await provider.generate(ask('colour', { seed }))).text));
    const first = await draw();
    expect(await draw()).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(1);
  });

  test('an abort ends a text that is being written', async () => {
    const provider = await target(WRITER, { ...options, max_tokens: 1_000_000 });
    const controller = new AbortController();
    const failure = failureOf(provider.generate(ask('of', { signal: controller.signal })));
    setTimeout(() => controller.abort(), 300);
    expect(await failure).toMatchObject({ kind: 'aborted', retryable: false });
    // The model is free again: nothing waits for a million tokens.
    expect((await provider.generate(ask('france', { maxTokens: 4 }))).text).toBe('is paris');
  });

  test('what cannot be passed on is told', async () => {
    const provider = await target(WRITER, options);
    const reply = await provider.generate(ask('france', { tools: [{ name: 'search' }] }));
    expect(reply.warnings).toEqual(['tools were left out: the model is given text only']);
  });
});

describe('feature-extraction', () => {
  const environment = { env: {}, directory: VECTORS, prices: { date: '2026-01-01', prices: {} } };
  const settings = { name: 'subject', provider: 'huggingface', options: { fine_tuned_weights: '.' } };

  const checks = embedderConformance(
    async () => {
      const embedder = await definition.createEmbedder?.(settings, environment);
      if (!embedder) throw new TypeError('there is no embedder');
      return { embedder };
    },
    // It is asked in this process, and answers at once.
    { behaviours: ['answers'], texts: ['apple', 'apple pear', 'car'] },
  );
  test.each(checks)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  test('an embedder gives the mean of the tokens with length 1, the same in a batch and alone', async () => {
    const embedder = await definition.createEmbedder?.(settings, environment);
    const { signal } = new AbortController();
    const answer = await embedder?.embed(['apple', 'apple pear', 'car'], { signal });
    expect(answer?.vectors[0]).toEqual([1, 0]);
    expect(answer?.vectors[2]).toEqual([0, 1]);
    expect(Math.hypot(...(answer?.vectors[1] ?? []))).toBeCloseTo(1, 6);
    expect(answer?.vectors[1]?.[0]).toBeCloseTo(7 / Math.hypot(7, 1), 6);
    expect(answer).toMatchObject({ costUsd: 0, usage: { inputTokens: 10, outputTokens: 0 } });
    expect((await embedder?.embed(['apple pear'], { signal }))?.vectors[0]).toEqual(answer?.vectors[1]);
    await embedder?.close?.();
  });

  test('generate says that there is no answer', async () => {
    const provider = await target(VECTORS, { task_type: 'feature-extraction' });
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
    expect(error.format()).toContain('use it as an embedder');
  });

  test('a target for another task gives no vectors', async () => {
    const options = { ...settings.options, task_type: 'text-generation' as const };
    await expect(definition.createEmbedder?.({ ...settings, options }, environment)).rejects.toThrow(/made for text-generation/u);
  });

  test('a classifier has no vectors of tokens', async () => {
    const options = { fine_tuned_weights: SENTIMENT };
    const embedder = await definition.createEmbedder?.({ ...settings, options }, environment);
    const error = await failureOf(Promise.resolve(embedder?.embed(['x'], { signal: new AbortController().signal })));
    expect(error.message).toContain('not made for feature-extraction');
    await embedder?.close?.();
  });
});

test('a model without a classification head is an error that says so', async () => {
  const provider = await target(VECTORS, {});
  const error = await failureOf(provider.generate(ask('apple')));
  expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
  expect(error.message).toContain('gives no scores for labels');
  expect(error.hint).toContain('task_type');
});
