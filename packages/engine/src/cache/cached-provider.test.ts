import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProviderError, type GenerateRequest, type Provider, type ProviderResponse } from '@assay/schema';
import { sampleResponse } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createReplyCache } from './create-reply-cache.js';

function folder(): string {
  const at = mkdtempSync(join(tmpdir(), 'assay-cache-'));
  onTestFinished(() => rmSync(at, { recursive: true, force: true }));
  return at;
}

const { signal } = new AbortController();
const asking = (text: string, more: Partial<GenerateRequest> = {}): GenerateRequest => ({ messages: [{ role: 'user', content: text }], signal, ...more });

type Answer = (request: GenerateRequest, number: number) => Promise<Partial<ProviderResponse>> | Partial<ProviderResponse>;

/** A target behind a cache, and how often it was asked. */
function cached(answer: Answer = () => ({}), { at = folder(), ...more }: Partial<Provider> & { readonly at?: string } = {}) {
  const asked: GenerateRequest[] = [];
  const target: Provider = {
    name: 'subject',
    provider: 'test',
    structuredOutput: false,
    identity: async ({ messages, repeat = 1 }) => [messages as never, repeat],
    async generate(request) {
      asked.push(request);
      return { ...sampleResponse({ text: `answer ${asked.length}` }), ...(await answer(request, asked.length)) };
    },
    ...more,
  };
  const cache = createReplyCache({ folder: at, mostBytes: 2 ** 20 });
  return { provider: cache.before(target), asked, at, cache };
}

describe('a request that was answered before', () => {
  test('gets the same reply, marked, with what it took when it was given', async () => {
    const { provider, asked, at } = cached(() => ({ usage: { inputTokens: 3, outputTokens: 4 }, costUsd: 0.5, latencyMs: 70, warnings: ['odd'] }));
    const first = await provider.generate(asking('x'));
    const again = await cached(() => expect.fail('it was asked'), { at }).provider.generate(asking('x'));
    expect(first.cached).toBeUndefined();
    expect(again).toEqual({ ...first, cached: true, saved: { usage: { inputTokens: 3, outputTokens: 4 }, costUsd: 0.5 } });
    expect(asked).toHaveLength(1);
  });

  test('is asked again when something of its identity differs, and for another repeat', async () => {
    const { provider, asked } = cached();
    for (const request of [asking('x'), asking('y'), asking('x', { repeat: 2 }), asking('x', { repeat: 1, caseId: 'b', attempt: 3 })]) await provider.generate(request);
    expect(asked).toHaveLength(3);
  });

  test.each<[string, Partial<Provider>, Partial<GenerateRequest>]>([
    ['the target has no identity', { identity: async () => undefined }, {}],
    ['the identity cannot be had', { identity: () => Promise.reject(new Error('no file')) }, {}],
    ['the request says so', {}, { cache: 'off' }],
  ])('is asked again when %s, and nothing is kept', async (_why, more, request) => {
    const { provider, asked, cache, at } = cached(undefined, more);
    await provider.generate(asking('x', request));
    await provider.generate(asking('x', request));
    await cache.close();
    expect(asked).toHaveLength(2);
    const { asked: later, provider: other } = cached(undefined, { at });
    await other.generate(asking('x'));
    expect(later).toHaveLength(1);
  });

  test('is asked anew where the cache is passed by, and the new reply is kept', async () => {
    const { provider, asked } = cached();
    await provider.generate(asking('x'));
    expect(await provider.generate(asking('x', { cache: { read: false } }))).toMatchObject({ text: 'answer 2' });
    expect(await provider.generate(asking('x'))).toMatchObject({ text: 'answer 2', cached: true });
    expect(asked).toHaveLength(2);
  });

  test('in other words can be answered for the first ones', async () => {
    const { provider, asked } = cached();
    await provider.generate(asking('x, please', { cache: { read: false, answers: asking('x') } }));
    expect(await provider.generate(asking('x'))).toMatchObject({ text: 'answer 1', cached: true });
    await provider.generate(asking('x, please'));
    expect(asked).toHaveLength(2);
  });
});

describe('what is kept', () => {
  test('is no failure', async () => {
    const { provider, asked } = cached((_request, number) => {
      if (number === 1) throw new ProviderError('down', { kind: 'server', target: 'subject' });
      return {};
    });
    await expect(provider.generate(asking('x'))).rejects.toThrow('down');
    expect(await provider.generate(asking('x'))).toMatchObject({ text: 'answer 2' });
    expect(asked).toHaveLength(2);
  });

  test('is nothing that is refused, or cannot be looked at', async () => {
    const { provider, asked } = cached();
    await provider.generate(asking('x', { cache: { accepts: async ({ text }) => text !== 'answer 1' } }));
    await provider.generate(asking('x', { cache: { accepts: () => { throw new TypeError('unreadable'); } } }));
    expect(await provider.generate(asking('x'))).toMatchObject({ text: 'answer 3' });
    expect(asked).toHaveLength(3);
  });

  test('is not given to who would refuse it: the target is asked again', async () => {
    const { provider } = cached();
    await provider.generate(asking('x'));
    const strict = asking('x', { cache: { accepts: ({ text }) => text !== 'answer 1' } });
    expect(await provider.generate(strict)).toMatchObject({ text: 'answer 2' });
    expect(await provider.generate(strict)).toMatchObject({ text: 'answer 2', cached: true });
  });

  test('says nothing of the limits of a server', async () => {
    const { provider } = cached(() => ({ rateLimits: {} as never }));
    await provider.generate(asking('x'));
    expect(await provider.generate(asking('x'))).not.toHaveProperty('rateLimits');
  });
});

describe('equal requests at once', () => {
  const slowly = async (): Promise<Partial<ProviderResponse>> => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return { costUsd: 1 };
  };

  test('are one; the others get its reply, which cost them nothing', async () => {
    const { provider, asked } = cached(slowly);
    const replies = await Promise.all(['x', 'x', 'y', 'x'].map((text) => provider.generate(asking(text))));
    expect(asked).toHaveLength(2);
    expect(replies.map(({ text, cached: kept, saved }) => [text, kept, saved?.costUsd])).toEqual([
      ['answer 1', undefined, undefined],
      ['answer 1', true, 1],
      ['answer 2', undefined, undefined],
      ['answer 1', true, 1],
    ]);
  });

  test('ask for themselves when the first one fails, all at once', async () => {
    const { provider, asked } = cached(async (_request, number) => {
      await slowly();
      if (number === 1) throw new ProviderError('down', { kind: 'server', target: 'subject' });
      return {};
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => provider.generate(asking('x'))));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(asked).toHaveLength(3);
  });

  test('do not wait longer than their own signal', async () => {
    const controller = new AbortController();
    const { provider } = cached(async ({ signal: own }, number) => {
      if (own.aborted) throw new ProviderError('interrupted', { kind: 'aborted', target: 'subject' });
      return number === 1 ? slowly() : {};
    });
    const first = provider.generate(asking('x'));
    const second = provider.generate(asking('x', { signal: controller.signal }));
    controller.abort();
    await expect(second).rejects.toMatchObject({ kind: 'aborted' });
    expect(await first).toMatchObject({ text: 'answer 1' });
  });

  test('of who holds memory for replies do not wait: the first may be waiting for that memory', async () => {
    const { provider, asked } = cached(slowly);
    const replies = { held: 1, share: () => expect.fail('nothing to hold'), release: () => undefined } as never;
    await Promise.all([provider.generate(asking('x')), provider.generate(asking('x', { replies }))]);
    expect(asked).toHaveLength(2);
  });
});

test('a large reply takes its share of the memory of its trial, as it did when it was given', async () => {
  const { provider } = cached(() => ({ text: 'x'.repeat(100_000), messages: [] }));
  await provider.generate(asking('x'));
  const told: string[] = [];
  const share = { hold: (bytes: number) => void told.push(`hold ${bytes > 300_000}`), insist: () => undefined, keep: () => void told.push('keep'), release: () => void told.push('release') };
  const replies = { held: 0, share: () => share, release: () => undefined };
  expect(await provider.generate(asking('x', { replies }))).toMatchObject({ cached: true });
  expect(told).toEqual(['hold true', 'keep']);
});
