import { getEventListeners } from 'node:events';
import {
  type GenerateRequest,
  ProviderError,
  UnscoredError,
  decodeRow,
  defineEvaluator,
  defineJudgePanel,
  encodeRow,
  type EvaluatorDefinition,
  type Provider,
  type ResultRow,
} from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { systemClock } from '../clock/clock.js';
import { FakeClock, settled } from '../../test/fake-clock.js';
import { evalCase, evaluator, provider, reply, scorer, trial } from '../../test/samples.js';
import { createTrialExecutor } from './create-trial-executor.js';
import type { ExecutorOptions } from './executor-options.js';
import { fixedResources } from '../../test/fixed-resources.js';

const good = scorer('good', () => ({ score: 1 }));
const half = scorer('half', () => ({ score: 0.5 }));
const broken = scorer('broken', () => {
  throw new UnscoredError('the script crashed', { hint: 'fix it' });
});
const composite = scorer('composite', async ({ services }) => {
  const evaluators = await Promise.all(['good', 'broken'].map((type) => services.evaluate(evaluator(type, { name: `inner-${type}` }))));
  return { score: 0.7, evaluators, judgeCostUsd: 1 };
});

const panel = defineJudgePanel({ judgeIds: ['gpt', 'claude'], assess: () => Promise.reject(new Error('not asked')) });

interface Setup extends Partial<ExecutorOptions> {
  readonly target?: Provider;
  readonly definitions?: readonly EvaluatorDefinition[];
}

function executor({ target = provider(async () => reply('four')), definitions = [], ...options }: Setup = {}) {
  const installed = [...definitions, good, half, broken, composite];
  return createTrialExecutor({
    runId: 'run-1',
    resources: fixedResources(target, { judges: () => panel }),
    evaluators: installed,
    ...options,
  });
}

const { signal } = new AbortController();

function run(setup: Setup, types: readonly string[]): Promise<ResultRow> {
  const evaluators = types.map((type) => evaluator(type));
  return executor(setup).execute(trial({ evalCase: evalCase({ evaluators }) }), { signal });
}

describe('createTrialExecutor', () => {
  test('a row says what was asked, answered and scored, and can be written and read back', async () => {
    const clock = new FakeClock();
    const target = provider(async () => reply('four', { usage: { inputTokens: 3, outputTokens: 1 }, costUsd: 0.01, model: 'm-1', warnings: ['cut short'] }));
    const row = await run({ clock, target }, ['good', 'half']);
    expect(row).toMatchObject({
      schemaVersion: 1,
      runId: 'run-1',
      trialKey: expect.stringMatching(/^[0-9a-f]{32}$/u),
      scoringKey: expect.stringMatching(/^[0-9a-f]{32}$/u),
      suite: 'math',
      suitePath: 'evals/math.yaml',
      caseId: 'case-1',
      source: 'evals/math.yaml:7:3',
      target: 'mock',
      status: 'ok',
      score: 0.75,
      scoreBounds: { worst: 0.75, best: 0.75 },
      verdict: 'borderline',
      input: [{ role: 'user', content: 'What is 2 + 2?' }],
      evaluators: [
        { name: 'good', score: 1, verdict: 'pass' },
        { name: 'half', score: 0.5, verdict: 'fail' },
      ],
      output: { text: 'four' },
      usage: { inputTokens: 3, outputTokens: 1 },
      costUsd: 0.01,
      latencyMs: 12,
      cached: false,
      warnings: ['cut short'],
      fingerprints: { target: 'm-1' },
      startedAt: '2026-01-01T00:00:00.000Z',
    });
    const written = JSON.parse(JSON.stringify(encodeRow(row))) as unknown;
    expect(encodeRow(decodeRow(written))).toEqual(written);
  });

  test('what the target is asked: prepared messages, variant, case, suite and repeat', async () => {
    let asked: unknown;
    const target = provider(async ({ signal, ...request }) => {
      expect(signal.aborted).toBe(false);
      asked = request;
      return reply('x');
    });
    const variant = { label: 'temp:0.5', temperature: 0.5, system: 'Be brief' };
    const row = await executor({ target }).execute(trial({ variant, repeat: 2 }), { signal });
    expect(asked).toEqual({
      messages: [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'What is 2 + 2?' },
      ],
      temperature: 0.5,
      caseId: 'case-1',
      suite: 'math',
      suitePath: 'evals/math.yaml',
      repeat: 2,
      cache: { accepts: expect.any(Function) },
    });
    expect(row.input[0]).toEqual({ role: 'system', content: 'Be brief' });
  });

  test('a cache is told which replies count, to pass by for a second try, and nothing of a case that keeps out of it', async () => {
    const asked: GenerateRequest['cache'][] = [];
    const target = provider(async ({ cache }) => {
      asked.push(cache);
      return reply(asked.length === 1 ? '' : 'x');
    });
    await executor({ target }).execute(trial(), { signal });
    await executor({ target }).execute(trial({ evalCase: evalCase({ execution: { noCache: true } }) }), { signal });
    expect(asked).toEqual([{ accepts: expect.any(Function) }, { accepts: expect.any(Function), read: false }, 'off']);
    const [first] = asked;
    expect(first !== 'off' && [await first?.accepts?.(reply('')), await first?.accepts?.(reply('x'))]).toEqual([false, true]);
  });

  test('of several turns those that were kept count as saved; only when all were is the row a cached one', async () => {
    const saved = { usage: { inputTokens: 3, outputTokens: 1 }, costUsd: 0.01 };
    const open = evalCase({ inputMessages: [{ role: 'user', content: 'a' }, { role: 'assistant', content: null }, { role: 'user', content: 'b' }] });
    const rowWith = async (...kept: readonly boolean[]) => {
      let turn = 0;
      const target = provider(async () => reply('x', { ...saved, ...(kept[turn++] ? { cached: true, saved } : {}) }));
      return executor({ target }).execute(trial({ evalCase: open }), { signal });
    };
    expect(await rowWith(true, false)).toMatchObject({ cached: false, costUsd: 0.02, saved: { usage: saved.usage, costUsd: 0.01 } });
    expect(await rowWith(true, true)).toMatchObject({ cached: true, costUsd: 0.02, saved: { usage: { inputTokens: 6 }, costUsd: 0.02 } });
    expect((await rowWith(false, false)).saved).toBeUndefined();
  });

  test('a target that fails gives a row with the error: no output, no score, everything still possible', async () => {
    const target = provider(() => Promise.reject(new ProviderError('too many requests', { kind: 'rate_limit', target: 'mock', status: 429 })));
    expect(await run({ target }, ['good'])).toMatchObject({
      status: 'error',
      score: null,
      scoreBounds: { worst: 0, best: 1 },
      verdict: null,
      output: null,
      latencyMs: null,
      evaluators: [],
      error: { code: 'rate_limit', message: 'too many requests', status: 429 },
    });
  });

  test('a target that cannot be made ready is a row with the error too', async () => {
    const resources = {
      ...fixedResources(provider(async () => reply('four'))),
      of: () => {
        throw new Error('no key');
      },
    };
    expect(await run({ resources }, ['good'])).toMatchObject({ status: 'error', error: { message: 'no key' } });
  });

  test('an evaluator that throws is null with its error, and the others count', async () => {
    const row = await run({}, ['good', 'broken']);
    expect(row).toMatchObject({ status: 'partial', score: 1, scoreBounds: { worst: 0.5, best: 1 }, verdict: null });
    expect(row.evaluators[1]).toEqual({
      name: 'broken',
      type: 'broken',
      weight: 1,
      score: null,
      error: { code: 'unscored', message: 'the script crashed', hint: 'fix it' },
    });
  });

  test('an evaluator of a type that is not installed is unscored, with what to do', async () => {
    expect((await run({}, ['nope'])).error).toMatchObject({
      code: 'config',
      message: 'nope: evaluator "nope": there is no evaluator of type "nope"',
    });
  });

  test('options get the defaults of their schema; wrong ones are unscored with key and reason', async () => {
    const seen: unknown[] = [];
    const strict = defineEvaluator({
      name: 'strict',
      description: '',
      options: v.object({ min: v.optional(v.number(), 3) }),
      examples: [],
      evaluate: ({ options }) => {
        seen.push(options);
        return { score: 1 };
      },
    }) as unknown as EvaluatorDefinition;
    const open = { ...strict, name: 'open', openOptions: true };
    const evaluators = [
      evaluator('strict', { options: { other: 1 } }),
      evaluator('open', { options: { other: 1 } }),
      evaluator('strict', { name: 'wrong', options: { min: 'x' } }),
    ];
    const row = await executor({ definitions: [strict, open] }).execute(trial({ evalCase: evalCase({ evaluators }) }), { signal });
    expect(seen).toEqual([{ min: 3 }, { min: 3, other: 1 }]);
    expect(row.evaluators[2]?.error?.message).toMatch(/^evaluator "wrong" \(strict\): option "min": /u);
  });

  test('members of a composite are evaluated the same way, and their loss makes the row partial', async () => {
    const row = await run({}, ['composite']);
    expect(row).toMatchObject({ status: 'partial', score: 0.7, verdict: 'borderline', judgeCostUsd: 1 });
    expect(row.evaluators[0]?.evaluators).toMatchObject([
      { name: 'inner-good', score: 1, verdict: 'pass' },
      { name: 'inner-broken', score: null, error: { message: 'the script crashed' } },
    ]);
  });

  test('evaluators run at the same time', async () => {
    let running = 0;
    let most = 0;
    const slow = scorer('slow', async () => {
      running += 1;
      most = Math.max(most, running);
      await settled();
      running -= 1;
      return { score: 1 };
    });
    await run({ definitions: [slow] }, ['slow', 'slow', 'slow']);
    expect(most).toBe(3);
  });

  test("a verdict that the evaluator sets stands, unless something required was missed", async () => {
    const definitions = [
      scorer('strict', () => ({ score: 0.9, verdict: 'fail' })),
      scorer('missed', () => ({ score: 0.9, verdict: 'pass', requirements: { missed: 'written' } })),
    ];
    expect((await run({ definitions }, ['strict'])).evaluators[0]?.verdict).toBe('fail');
    expect(await run({ definitions }, ['missed'])).toMatchObject({ score: 0.9, verdict: 'fail', evaluators: [{ verdict: 'fail' }] });
  });

  test('an evaluator that hangs is unscored after its time-out; the time of members does not count', async () => {
    const clock = new FakeClock();
    const hanging = scorer('hanging', () => new Promise(() => undefined));
    const slow = scorer('slow', async () => {
      await clock.sleep(80);
      return { score: 1 };
    });
    const twice = scorer('twice', async ({ services }) => {
      const first = await services.evaluate(evaluator('slow'));
      const second = await services.evaluate(evaluator('slow'));
      return { score: 1, evaluators: [first, second] };
    });
    const result = run({ clock, evaluatorTimeoutMs: 100, definitions: [hanging, slow, twice] }, ['hanging', 'twice']);
    for (let step = 0; step < 20; step += 1) await clock.advance(10);
    const row = await result;
    expect(row.evaluators[0]).toMatchObject({ score: null, error: { code: 'unscored', message: 'evaluator "hanging" (hanging) did not score the reply within 0.1 s' } });
    expect(row.evaluators[1]).toMatchObject({ score: 1 });
    expect(clock.sleeping).toBe(0);
  });

  test('what judges and programs take is not the time of an evaluator', async () => {
    const clock = new FakeClock();
    const slowPanel = defineJudgePanel({
      judgeIds: ['gpt'],
      async assess() {
        await clock.sleep(150);
        return { score: 1, votes: [], usedBackup: false, warnings: [], hits: [], misses: [], reasoning: '' };
      },
    });
    const judging = scorer('judging', async ({ services, signal }) => ({ score: (await services.judges().assess({} as never, { signal })).score }));
    const program = {
      ...scorer('program', async () => {
        await clock.sleep(150);
        return { score: 1 };
      }),
      programs: () => [[]],
    };
    const resources = fixedResources(provider(async () => reply('four')), { judges: () => slowPanel });
    const result = run({ clock, evaluatorTimeoutMs: 100, definitions: [judging, program], resources }, ['judging', 'program']);
    for (let step = 0; step < 20; step += 1) await clock.advance(10);
    expect((await result).evaluators.map(({ score, error }) => [score, error])).toEqual([[1, undefined], [1, undefined]]);
    expect(clock.sleeping).toBe(0);
  });

  test('usage, cost, warnings and backends of judges are summed over all evaluators, nested ones too', async () => {
    const judged = scorer('judged', ({ services }) => {
      services.judges();
      return {
        score: 1,
        judgeUsage: { inputTokens: 10, outputTokens: 2 },
        judgeCostUsd: 0.25,
        warnings: ['one judge lost'],
        judges: [{ id: 'gpt', model: 'm', score: 1, fingerprint: 'fp-1' }],
      };
    });
    const outer = scorer('outer', async ({ services }) => ({ score: 1, evaluators: [await services.evaluate(evaluator('judged'))], judgeCostUsd: 1 }));
    const row = await run({ definitions: [judged, outer] }, ['judged', 'outer']);
    expect(row).toMatchObject({
      judgeUsage: { inputTokens: 20, outputTokens: 4 },
      judgeCostUsd: 1.5,
      warnings: ['one judge lost'],
      fingerprints: { gpt: 'fp-1' },
    });
  });

  test('the judges that were used are part of the scoring key', async () => {
    const judged = scorer('judged', ({ services }) => ({ score: services.judges().judgeIds.length > 0 ? 1 : 0 }));
    const other = { ...panel, judgeIds: ['mistral'] };
    const first = await run({ definitions: [judged] }, ['judged']);
    expect((await run({ definitions: [judged] }, ['judged'])).scoringKey).toBe(first.scoringKey);
    expect((await run({ definitions: [judged], resources: fixedResources(provider(async () => reply('four')), { judges: () => other }) }, ['judged'])).scoringKey).not.toBe(first.scoringKey);
  });

  test('evaluators see generated turns in their places, and the row has the whole thread', async () => {
    const seen: unknown[] = [];
    const looking = scorer('looking', ({ evalCase, response }) => {
      seen.push(evalCase.inputMessages.map(({ content }) => content), response.text);
      return { score: 1 };
    });
    const target = provider(async ({ messages }) => reply(`re: ${String(messages.at(-1)?.content)}`));
    const inputMessages = [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: null },
      { role: 'user', content: 'two' },
    ] as const;
    const row = await executor({ target, definitions: [looking] }).execute(
      trial({ evalCase: evalCase({ inputMessages, evaluators: [evaluator('looking')] }) }),
      { signal },
    );
    expect(seen).toEqual([['one', 're: one', 'two'], 're: one\n\nre: two']);
    expect(row.input).toEqual(inputMessages);
    expect(row.transcript?.map(({ content }) => content)).toEqual(['one', 're: one', 'two', 're: two']);
  });
});

describe('createTrialExecutor: abort', () => {
  test('rejects with the reason while the target or an evaluator is at work, and stores no half scoring', async () => {
    const hanging = scorer('hanging', () => new Promise(() => undefined));
    const silent = provider(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))));
    for (const setup of [{ target: silent }, { definitions: [hanging] }]) {
      const controller = new AbortController();
      const evaluators = [evaluator('good'), evaluator('hanging')];
      const result = executor(setup).execute(trial({ evalCase: evalCase({ evaluators }) }), { signal: controller.signal });
      const outcome = failureOf(result);
      await settled();
      controller.abort(new Error('Ctrl-C'));
      expect(await outcome).toMatchObject({ message: 'Ctrl-C' });
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(setup.target ? 1 : 0);
    }
  });

  test('a trial that was scored in full is kept although the signal aborted meanwhile', async () => {
    const controller = new AbortController();
    let asked = 0;
    const clock = {
      ...systemClock,
      now(): number {
        asked += 1;
        // The second time is the row's `finishedAt`, when everything has been scored.
        if (asked === 2) controller.abort();
        return systemClock.now();
      },
    };
    const row = await executor({ clock }).execute(trial(), { signal: controller.signal });
    expect(controller.signal.aborted).toBe(true);
    expect(row.status).toBe('ok');
  });
});

describe('scoreOutput', () => {
  test('scores a reply that exists already without asking the target', async () => {
    const target = provider(() => Promise.reject(new Error('must not be asked')));
    const row = await executor({ target }).scoreOutput(trial(), reply('four', { latencyMs: 5 }));
    expect(row).toMatchObject({ status: 'ok', score: 1, output: { text: 'four' }, latencyMs: 5 });
  });

  test('an unknown latency stays unknown, and a reply without a text is an error', async () => {
    expect((await executor().scoreOutput(trial(), reply('x', { latencyMs: NaN }))).latencyMs).toBeNull();
    const row = await executor().scoreOutput(trial(), { toolCalls: [] } as never);
    expect(row).toMatchObject({ status: 'error', score: null, error: { code: 'bad_reply' } });
  });
});

test.each([
  ['large', 1.5 * 2 ** 20, 2],
  ['small', 100_000, 6],
])('of %s replies only as many are scored at once as there is memory for', async (_, length, most) => {
  const counts = { now: 0, most: 0 };
  const slow = scorer('slow', async () => {
    counts.now += 1;
    counts.most = Math.max(counts.most, counts.now);
    await settled();
    counts.now -= 1;
    return { score: 1 };
  });
  const runner = executor({ target: provider(async () => reply('x'.repeat(length))), definitions: [slow] });
  const one = trial({ evalCase: evalCase({ evaluators: [evaluator('slow')] }) });
  const rows = await Promise.all(Array.from({ length: 6 }, () => runner.execute(one, { signal })));
  expect(rows.map(({ score }) => score)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(counts.most).toBe(most);
});
