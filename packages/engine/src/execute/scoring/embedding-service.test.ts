import { ProviderError, rowJson } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evalCase, evaluator, provider, reply, scorer, trial } from '../../../test/samples.js';
import { fixedResources } from '../../../test/fixed-resources.js';
import type { TextEmbeddings } from '../../similarity/create-embeddings.js';
import { createTrialExecutor } from '../create-trial-executor.js';

const { signal } = new AbortController();

const near = scorer('near', async ({ services }) => {
  const [vector] = await services.embed(['a text']);
  return { score: vector?.[0] ?? 0, judgeUsage: { inputTokens: 5, outputTokens: 5 }, judgeCostUsd: 1 };
});
const late = scorer('late', async ({ services }) => {
  await services.embed(['a text']);
  throw new Error('it fell over');
});
const composite = scorer('composite', async ({ services }) => {
  const member = await services.evaluate(evaluator('near', { name: 'inner' }));
  return { score: member.score, evaluators: [member] };
});

function run(types: readonly string[], embeddings?: TextEmbeddings) {
  const target = provider(async () => reply('four'));
  const executor = createTrialExecutor({ runId: 'r', resources: fixedResources(target, { embeddings }), evaluators: [near, late, composite] });
  return executor.execute(trial({ evalCase: evalCase({ evaluators: types.map((type) => evaluator(type)) }) }), { signal });
}

const priced: TextEmbeddings = {
  name: 'vectors',
  embed: async () => ({ vectors: [[0.5]], usage: { inputTokens: 3, outputTokens: 0 }, costUsd: 0.25 }),
};

describe('embeddings for evaluators', () => {
  test('what vectors take is added to the result of the entry, and so to the row', async () => {
    const row = await run(['near'], priced);
    const spent = { judgeUsage: { inputTokens: 8, outputTokens: 5 }, judgeCostUsd: 1.25 };
    expect(row.evaluators[0]).toMatchObject({ score: 0.5, ...spent });
    expect(row).toMatchObject({ ...spent, judgeCostIncomplete: undefined });
  });

  test('also when the evaluator fails after them, and for a member of a composite once', async () => {
    const row = await run(['late', 'composite'], priced);
    expect(row.evaluators[0]).toMatchObject({ score: null, error: { message: 'it fell over' }, judgeCostUsd: 0.25 });
    expect(JSON.parse(rowJson(row)).evaluators[1]).not.toHaveProperty('judgeCostUsd');
    expect(row).toMatchObject({ judgeUsage: { inputTokens: 11, outputTokens: 5 }, judgeCostUsd: 1.5 });
  });

  test('an unknown price shows in the row', async () => {
    const row = await run(['late'], { ...priced, embed: async () => ({ vectors: [[1]], usage: { inputTokens: 3, outputTokens: 0 }, costIncomplete: true }) });
    expect(row).toMatchObject({ judgeUsage: { inputTokens: 3 }, judgeCostUsd: undefined, judgeCostIncomplete: true });
  });

  test('so does a price that nobody knows since no tokens are told', async () => {
    const row = await run(['late'], { ...priced, embed: async () => ({ vectors: [[1]], costIncomplete: true }) });
    expect(row).toMatchObject({ judgeUsage: undefined, judgeCostUsd: undefined, judgeCostIncomplete: true });
  });

  test('a failure leaves the entry unscored, and without a model it says how to name one', async () => {
    const down = { ...priced, embed: () => Promise.reject(new ProviderError('vectors are down', { kind: 'server', target: 'vectors' })) };
    expect((await run(['near'], down)).evaluators[0]).toMatchObject({ score: null, error: { code: 'server', message: 'vectors are down' } });
    expect((await run(['near'])).evaluators[0]).toMatchObject({
      score: null,
      error: { code: 'unscored', message: 'there is no embedding model', hint: expect.stringMatching(/uses: \['embeddings'\].* embeddings: 'provider:model'/u) },
    });
  });
});
