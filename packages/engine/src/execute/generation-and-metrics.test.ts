import { decodeRow, encodeRow, ProviderError, type EvalCase, type GenerateRequest, type ResultRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { evalCase, evaluator, provider, reply, scorer, trial } from '../../test/samples.js';
import { createEmbeddings, type TextEmbeddings } from '../similarity/create-embeddings.js';
import { createTrialExecutor } from './create-trial-executor.js';
import { fixedResources } from '../../test/fixed-resources.js';

const good = scorer('good', () => ({ score: 1, judgeUsage: { inputTokens: 5, outputTokens: 5 }, judgeCostUsd: 1 }));
const calibrated = { ...scorer('calibrated', () => ({ score: 1 })), uses: ['confidence'] as const };

function setup(text = 'four', embeddings?: TextEmbeddings) {
  const asked: GenerateRequest[] = [];
  const target = provider(async (request) => {
    asked.push(request);
    return reply(text);
  });
  const executor = createTrialExecutor({
    runId: 'run-1',
    resources: fixedResources(target, { embeddings }),
    evaluators: [good, calibrated],
  });
  const run = (extra: Partial<EvalCase> = {}, signal = new AbortController().signal): Promise<ResultRow> =>
    executor.execute(trial({ evalCase: evalCase(extra) }), { signal });
  return { asked, executor, run };
}

describe('what a target is told about a case', () => {
  test('the plain input, for targets that take no instructions', async () => {
    const { asked, run } = setup();
    await run({ plainInput: '2 + 2' });
    await run();
    expect(asked.map(({ plainInput }) => plainInput)).toEqual(['2 + 2', undefined]);
  });

  test('to say how sure it is, when an evaluator looks at that', async () => {
    const { asked, run } = setup();
    await run({ evaluators: [evaluator('good'), evaluator('calibrated')] });
    await run();
    expect(asked.map(({ confidence }) => confidence)).toEqual([true, undefined]);
  });
});

describe('tool calls that a reply names in its text', () => {
  const text = 'TOOL_CALL {"name":"add","arguments":{"a":1}}\nTOOL_CALL add';

  test('are the trace of the row, and lines that cannot be read are warnings of it', async () => {
    const row = await setup(text).run();
    expect(row.output?.toolCalls).toEqual([{ tool: 'add', input: { a: 1 } }]);
    expect(row.warnings).toEqual(['tool call cannot be read: TOOL_CALL add']);
  });

  test('also of a reply that exists already', async () => {
    const row = await setup().executor.scoreOutput(trial(), reply(text));
    expect(row.output?.toolCalls).toEqual([{ tool: 'add', input: { a: 1 } }]);
  });
});

describe('similarity to the reference answer', () => {
  const expected = { expectedMessages: [{ role: 'assistant', content: '4' }] } as const;
  const measured: string[][] = [];
  const similarity: TextEmbeddings = {
    name: 'vectors',
    async embed(texts) {
      measured.push([...texts]);
      return { vectors: [[1, 0], [-1, Math.sqrt(15)]], usage: { inputTokens: 3, outputTokens: 0 }, costUsd: 0.5 };
    },
  };

  test('is a metric beside the score; its tokens and cost count with those of judging', async () => {
    const row = await setup('four', similarity).run(expected);
    expect(measured).toEqual([['4', 'four']]);
    expect(row).toMatchObject({
      score: 1,
      status: 'ok',
      metrics: [{ name: 'similarity', value: expect.closeTo(-0.25, 12) as number }],
      judgeUsage: { inputTokens: 8, outputTokens: 5 },
      judgeCostUsd: 1.5,
    });
    expect(decodeRow(JSON.parse(JSON.stringify(encodeRow(row)))).metrics).toEqual(row.metrics);
  });

  test('a case without a reference answer has none, nor has a run without an embedder', async () => {
    expect((await setup('four', similarity).run()).metrics).toEqual([]);
    expect(await setup('four').run(expected)).toMatchObject({ metrics: [], warnings: [] });
  });

  test('a failure is a warning of the row and changes neither score nor status', async () => {
    const failing: TextEmbeddings = {
      name: 'vectors',
      embed: () => Promise.reject(new ProviderError('target "vectors" is down', { kind: 'server', target: 'vectors' })),
    };
    const row = await setup('four', failing).run(expected);
    expect(row).toMatchObject({ score: 1, status: 'ok', metrics: [], warnings: ['no similarity: target "vectors" is down'] });
  });

  test.each([
    ['a vector without a direction', [[0, 0], [1, 1]]],
    ['vectors of different lengths', [[1, 0], [1, 1, 1]]],
  ])('%s is no number, but a warning', async (what, vectors) => {
    const row = await setup('four', createEmbeddings({ embedder: { name: 'vectors', model: 'm', embed: async () => ({ vectors }) } })).run(expected);
    expect(row).toMatchObject({ metrics: [], warnings: [`no similarity: target "vectors" gave ${what}`] });
  });

  test('an empty reply has none', async () => {
    const row = await setup(' ', similarity).run(expected);
    expect(row).toMatchObject({ metrics: [], status: 'error', error: { code: 'empty_reply' } });
  });

  test('an abort while it is measured ends the trial', async () => {
    const controller = new AbortController();
    const hanging: TextEmbeddings = {
      name: 'vectors',
      embed: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    };
    const outcome = failureOf(setup('four', hanging).run(expected, controller.signal));
    setImmediate(() => controller.abort(new Error('Ctrl-C')));
    expect(await outcome).toEqual(new Error('Ctrl-C'));
  });
});
