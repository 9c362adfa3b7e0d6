import { defineEvaluator, defineProvider, ProviderError, type Embedder, type ResultRow } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = 'evalcases:\n  - { id: a, expected_outcome: x, input: hi, expected_messages: [{ role: assistant, content: ho }], evaluators: [{ type: close }] }\n';

/** Asks for two vectors, of which each text has to have its own. */
const close = defineEvaluator({
  name: 'close',
  description: 'Asks for vectors.',
  options: v.object({}),
  programs: 'never',
  uses: ['embeddings'],
  examples: [],
  async evaluate({ response, services }) {
    const [reply, reference] = await services.embed([response.text, 'longer']);
    return { score: reply?.[0] === 2 && reference?.[0] === 6 ? 1 : 0 };
  },
});

const vectors = (texts: readonly string[]): number[][] => texts.map(({ length }) => [length, 1]);

/** Runs the case with an embedding model of a program; vectors cost half a dollar where nothing else is said. */
async function running(odd: object, options: object = {}) {
  const embedder: Embedder = { name: 'mine:m', model: 'm', embed: async (texts) => ({ vectors: vectors(texts), costUsd: 0.5 }), ...odd };
  const mine = defineProvider({ name: 'mine', description: 'Embeds.', options: v.object({}), examples: [], create: () => undefined as never, createEmbedder: () => embedder });
  const { folder } = await createWorkspace({ 's.yaml': SUITE });
  const run = async () => {
    const rows: ResultRow[] = [];
    await evaluate({ files: 's.yaml', cwd: folder, env: {}, targets: ['mock'], embeddings: 'mine:m', evaluators: [close], providers: [mine], maxRetries: 0, onRow: (row) => rows.push(row), ...options });
    return rows[0];
  };
  return { run, row: await run() };
}

describe('vectors that cannot be used leave the reply unscored, are told, and were paid for', () => {
  test.each<[object, string]>([
    [{ warnings: 'slow' }, 'vectors with warnings that cannot be: it has to be a list, not "slow"'],
    [{ warnings: 5 }, 'vectors with warnings that cannot be: it has to be a list, not the number 5'],
    [{ warnings: ['fine', {}] }, 'vectors with warnings[1] that cannot be: it has to be a text, not a mapping'],
    [{ vectors: [[1e300, 1], [1, 1]] }, 'a vector that is no list of numbers'],
    [{ vectors: [Float64Array.of(1), Float64Array.of(2)] }, 'a vector that is no list of numbers'],
    [{ vectors: [[1e-50, 2e-50], [1, 1]] }, 'a vector whose numbers are all too small for 32 bits'],
    [{ vectors: undefined }, 'no vectors for 2 texts'],
  ])('%j', async (more, said) => {
    const { row } = await running({ embed: async (texts: readonly string[]) => (texts.length === 2 ? { vectors: vectors(texts), costUsd: 0.5, usage: { inputTokens: 3, outputTokens: 0 }, ...more } : { vectors: vectors(texts), costUsd: 0 }) });
    expect(row).toMatchObject({ score: null, verdict: null, error: { message: `close: target "mine:m" gave ${said}`, hint: expect.stringMatching(/its embed\(\) has to resolve to \{ vectors|scale it up/u) } });
    expect(row).toMatchObject({ judgeCostUsd: expect.any(Number), judgeUsage: { outputTokens: 0 } });
    expect(row?.judgeCostUsd).toBeGreaterThanOrEqual(0.5);
  });

  test('a similarity that could not be measured', async () => {
    const { row } = await running({ embed: async (texts: readonly string[]) => ({ vectors: texts.map((text) => (text === 'ho' ? [0, 0] : [text.length, 1])), costUsd: 0.5 }) });
    expect(row).toMatchObject({ score: 1, metrics: [], warnings: ['no similarity: target "mine:m" gave a vector without a direction'], judgeCostUsd: 1 });
  });
});

test('a use of tokens that is none counts as not known, with a warning', async () => {
  const { row } = await running({ embed: async (texts: readonly string[]) => ({ vectors: vectors(texts), costUsd: 0.5, usage: 'many' }) });
  const warning = 'a use of tokens of "many" cannot be, and counts as not known';
  expect([...(row?.warnings ?? []), ...(row?.evaluators[0]?.warnings ?? [])]).toEqual([warning, warning]);
});

test('vectors whose cost is at least cost at least as much where they are kept', async () => {
  let asked = 0;
  const embed = async (texts: readonly string[]) => {
    asked += 1;
    if (asked === 1) throw new ProviderError('reset', { kind: 'network', target: 'mine:m', retryable: true, costIncomplete: true });
    return { vectors: vectors(texts), costUsd: 0.5 };
  };
  const { row, run } = await running({ embed, pricing: { inputPerMillion: 1, outputPerMillion: 0 }, identity: () => ({ model: 'm' }) }, { cache: true, maxRetries: 1 });
  const kept = await run();
  for (const each of [row, kept]) expect(each).toMatchObject({ score: 1, judgeCostIncomplete: true });
  expect(kept?.saved?.judgeCostUsd).toBeCloseTo(row?.judgeCostUsd ?? Number.NaN);
});

test('an embedding model that takes its texts out of the list, as in parts, gets a list of its own', async () => {
  const embed = async (texts: string[]) => ({ vectors: vectors(texts.splice(0)), costUsd: 0.5 });
  expect((await running({ embed })).row).toMatchObject({ score: 1, verdict: 'pass', warnings: [] });
});

test.each([0, -3, 1.5, Number.NaN, 'many', null])('no request holds %s texts: told before anything is sent', async (mostTexts) => {
  await expect(running({ mostTexts })).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining('target "mine:m": mostTexts is '),
    hint: 'mend what createEmbedder() of provider mine makes, or leave mostTexts away',
  });
});

describe('what vectors depend on, and JSON has no form for, keeps them out of the cache, and is told', () => {
  test.each<[string, () => unknown, string]>([
    ['throws', () => { throw new TypeError('boom'); }, 'identity() threw: boom'],
    ['a promise', async () => ({ model: 'm' }), 'identity() is a Promise'],
    ['a Map', () => new Map([['model', 'm']]), 'identity() is a Map'],
    ['a BigInt', () => ({ size: 3n }), 'identity().size is the BigInt 3'],
  ])('%s', async (_case, identity, said) => {
    const { row, run } = await running({ identity }, { cache: true });
    for (const each of [row, await run()]) {
      expect(each).toMatchObject({ score: 1, judgeCostUsd: 1 });
      expect(each?.saved).toBeUndefined();
      const warning = `the vectors are not kept in the cache: target "mine:m" does not say what its answers depend on: ${said}`;
      expect([...(each?.warnings ?? []), ...(each?.evaluators[0]?.warnings ?? [])]).toEqual([warning, warning]);
    }
  });
});
