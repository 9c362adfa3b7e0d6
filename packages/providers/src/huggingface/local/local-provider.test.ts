import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { ask, failureOf } from '../../../test/targets.js';
import { SENTIMENT } from '../../../test/tiny-models.js';
import { createLocalProvider } from './local-provider.js';
import { modelSource } from './model-source.js';

const LOADING_MS = 1_000;

/** A classifier whose loading takes its time. */
function slowToLoad() {
  const options = { fine_tuned_weights: SENTIMENT };
  const target = { name: 'subject', provider: 'huggingface', options };
  const task = 'text-classification';
  const environment = { env: {}, directory: tmpdir(), prices: { date: '2026-01-01', prices: {} } };
  const provider = createLocalProvider({
    context: { target: 'subject', task, source: modelSource(target, task, environment) },
    model: 'sentiment',
    options,
    load: async () => {
      await wait(LOADING_MS);
      return import('@huggingface/transformers');
    },
  });
  cleanUps.push(() => provider.close?.());
  return provider;
}

const cleanUps: (() => Promise<void> | undefined)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

describe('a model that takes a second to load', () => {
  test('an abort ends the wait for it', async () => {
    const provider = slowToLoad();
    const started = performance.now();
    const failure = failureOf(provider.generate(ask('I love it.', { signal: AbortSignal.timeout(50) })));
    expect(await failure).toMatchObject({ kind: 'timeout' });
    expect(performance.now() - started).toBeLessThan(LOADING_MS);
  });

  test('loading is no part of the latency, of none of those that waited for it', async () => {
    const provider = slowToLoad();
    const started = performance.now();
    const replies = await Promise.all(['I love it.', 'It broke.'].map((text) => provider.generate(ask(text))));
    expect(performance.now() - started).toBeGreaterThan(LOADING_MS - 10);
    for (const { text, latencyMs } of replies) {
      expect(text).toMatch(/^[A-Z]+$/u);
      expect(latencyMs).toBeGreaterThan(0);
      expect(latencyMs).toBeLessThan(LOADING_MS / 2);
    }
  });
});
