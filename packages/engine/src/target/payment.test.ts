import { setImmediate as tick } from 'node:timers/promises';
import { ProviderError, type BudgetAmount, type GenerateRequest, type Provider, type Reservation } from '@assay/schema';
import { sampleResponse } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { createBudget } from '../budget/create-budget.js';
import { FakeClock } from '../../test/fake-clock.js';
import { createLimiter } from '../traffic/create-limiter.js';
import { guardProvider } from './guard-provider.js';

const GEO = { suite: 'geo', suitePath: 'geo.yaml' };
const USAGE = { inputTokens: 10, outputTokens: 90 };

function provider(generate: (call: number) => Promise<ReturnType<typeof sampleResponse>>): Provider {
  let calls = 0;
  return {
    name: 'bot',
    provider: 'test',
    structuredOutput: false,
    pricing: { key: 'test:bot', price: { input: 0, output: 1 }, maxTokens: 90 },
    generate: () => generate((calls += 1)),
  };
}

function budgetOf(tokens: number, costUsd?: number) {
  const budget = createBudget({ limits: [{ of: { tokens, costUsd } }] });
  const request: GenerateRequest = { messages: [{ role: 'user', content: 'x' }], signal: new AbortController().signal, account: budget.account(GEO) };
  return { request, taken: () => budget.standings()[0]?.taken.tokens, costUsd: () => budget.standings()[0]?.taken.costUsd, untold: () => budget.standings()[0]?.untold.requests };
}

const clock = { now: () => 0, elapsed: () => 0, sleep: async () => undefined, timer: () => () => undefined };

describe('a request that is paid from an account', () => {
  test('takes what its reply tells, and is refused without being sent when the rest may not suffice', async () => {
    const { request, taken } = budgetOf(200);
    let sent = 0;
    const target = guardProvider(provider(async () => ((sent += 1), sampleResponse({ usage: USAGE }))));
    await target.generate(request);
    expect(taken()).toBe(100);
    await expect(target.generate(request)).rejects.toMatchObject({ kind: 'aborted', message: expect.stringContaining('target "bot" was not asked: what is left of the tokens for the run') as string });
    expect([sent, taken()]).toEqual([1, 100]);
  });

  test('pays for tries whose end nobody knows, and not for those that the server refused', async () => {
    const { request, taken, untold } = budgetOf(1000);
    const failures = [new ProviderError('busy', { kind: 'rate_limit', target: 'bot', status: 429 }), new ProviderError('reset', { kind: 'network', target: 'bot' })];
    const target = guardProvider(
      provider(async (call) => {
        const failure = failures[call - 1];
        if (failure) throw failure;
        return sampleResponse({ usage: USAGE });
      }),
      { clock },
    );
    await target.generate(request);
    // The try that was cut off: a byte, what is added to a message, and the longest reply.
    expect(taken()).toBe(100 + 1 + 16 + 90);
    expect(untold()).toBe(1);
  });

  test('pays nothing to a server that is not there', async () => {
    const { request, taken } = budgetOf(1000);
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const target = guardProvider(
      provider(async () => {
        throw new ProviderError('unreachable', { kind: 'network', target: 'bot', cause: new TypeError('fetch failed', { cause: refused }) });
      }),
      { clock },
    );
    await expect(target.generate(request)).rejects.toThrow('unreachable');
    expect(taken()).toBe(0);
  });

  test('counts what was reserved where the reply tells nothing', async () => {
    const { request, taken, untold } = budgetOf(1000);
    await guardProvider(provider(async () => sampleResponse({ usage: undefined }))).generate(request);
    expect([taken(), untold()]).toEqual([107, 1]);
  });

  test('is not sent on a guess that others have been answered since', async () => {
    const { request, taken } = budgetOf(150);
    let sent = 0;
    const unbounded = { ...provider(async () => ((sent += 1), sampleResponse({ usage: USAGE }))), pricing: undefined };
    const target = guardProvider(unbounded);
    const ends = await Promise.allSettled(Array.from({ length: 5 }, () => target.generate(request)));
    expect([sent, taken()]).toEqual([1, 100]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected', 'rejected']);
  });

  test('of a price beyond all figures counts as what was reserved', async () => {
    const { request, costUsd } = budgetOf(1000, 5);
    const priced = { ...provider(async () => sampleResponse({ usage: USAGE, costUsd: undefined })), pricing: { key: 'test:bot', price: { input: 1e308, output: 1e308 } } };
    await guardProvider(priced).generate(request);
    expect(costUsd()).toBe(5);
  });

  test('keeps its place while an answer of the budget is on its way, and leaves it where there is no room', async () => {
    const clock = new FakeClock();
    const answers: (() => void)[] = [];
    const reserve = ({ costUsd, tokens }: BudgetAmount): Promise<Reservation> =>
      new Promise((resolve) => answers.push(() => resolve({ amount: { costUsd, tokens }, settle: () => undefined })));
    const request: GenerateRequest = { messages: [{ role: 'user', content: 'x' }], signal: new AbortController().signal, account: { spent: false, reserve, correct: () => undefined } };
    const target = guardProvider(provider(async () => sampleResponse({ usage: USAGE })), { limiter: createLimiter(1), clock });
    const first = target.generate(request);
    const second = target.generate(request);
    await tick();
    // The second one waits for the place of the first, and holds nothing in the budget meanwhile.
    expect(answers).toHaveLength(1);
    answers[0]?.();
    await first;
    await tick();
    expect(answers).toHaveLength(2);
    const third = target.generate(request);
    await tick();
    expect(answers).toHaveLength(2);
    await clock.advance(500);
    expect(answers).toHaveLength(3);
    for (const answer of answers) answer();
    await Promise.all([second, third]);
  });
});
