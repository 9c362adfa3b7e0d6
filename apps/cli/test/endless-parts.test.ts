import { defineEvaluator, defineProvider, type Embeddings, type Provider, type ResultRow, type ServedBy } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate, type EvaluateOptions } from '../src/index.js';
import { createWorkspace } from './support/projects/workspace.js';

const never = (): Promise<never> => new Promise(() => undefined);

/** Says what it is asked, with parts of its own. */
function echo(parts: Partial<Provider>, embedded?: Partial<Embeddings>) {
  return defineProvider({
    name: 'echo',
    description: 'Echoes.',
    options: v.object({}),
    examples: [],
    create: ({ name }) => ({
      name,
      provider: 'echo',
      structuredOutput: false,
      generate: async () => ({ text: 'Hi', messages: [{ role: 'assistant', content: 'Hi' }], toolCalls: [], latencyMs: 0 }),
      ...parts,
    }),
    ...(embedded
      ? { createEmbedder: ({ name }) => ({ name, model: 'm', embed: async (texts: readonly string[]) => ({ vectors: texts.map(() => [1, 2]), ...embedded }) }) }
      : {}),
  });
}

const own = { description: 'x', options: v.object({}), programs: 'never' as const, examples: [{ title: 'x', value: {} }] };
const stuck = defineEvaluator({ ...own, name: 'stuck', evaluate: never });
const undecided = defineEvaluator({ ...own, name: 'undecided', compare: never });

async function run(evaluators: string, options: Partial<EvaluateOptions>) {
  const { folder } = await createWorkspace({
    's.yaml': `evalcases:\n  - { id: a, expected_outcome: x, input: Hi, expected_output: Ho, evaluators: [{ type: contains, value: Hi }${evaluators}] }\n`,
  });
  const { summary, rows } = await evaluate({ files: 's.yaml', cwd: folder, env: {}, targets: ['echo:m'], ...options });
  const stored: ResultRow[] = [];
  for await (const row of rows()) stored.push(row);
  return { summary, rows: stored, row: stored.at(-1) as ResultRow };
}

describe('what never comes to an end in a program', () => {
  test('an evaluator is unscored, and named', async () => {
    const { summary, row } = await run(', { type: stuck, name: deaf }', { providers: [echo({})], evaluators: [stuck], evaluatorTimeoutSeconds: 0.2 });
    expect(summary).toMatchObject({ outcome: 'undecided', exitCode: 3 });
    expect(row).toMatchObject({ status: 'partial', score: 1, scoreBounds: { worst: 0.5, best: 1 } });
    expect(row.evaluators.map(({ score, error }) => [score, error?.message])).toEqual([
      [1, undefined],
      [null, 'evaluator "deaf" (stuck) did not score the reply within 0.2 s'],
    ]);
  });

  test('so is one that compares', async () => {
    const { row } = await run(', { type: undecided }', { providers: [echo({})], targets: ['echo:m', 'echo:n'], evaluators: [undecided], evaluatorTimeoutSeconds: 0.2 });
    expect(row.evaluators.at(-1)).toMatchObject({ score: null, error: { message: 'evaluator "undecided" (undecided) did not compare the replies within 0.2 s' } });
  });

  test('a provider that does not say what its answers depend on is asked, and its replies are not kept', async () => {
    const { summary, row } = await run('', { providers: [echo({ identity: never })], cache: true, timeoutSeconds: 0.2 });
    expect(summary.outcome).toBe('passed');
    expect(row.warnings).toEqual(['the reply is not kept in the cache: target "echo:m" did not say within 0.2 s what its answers depend on']);
  });
});

describe('what a provider of a program says of itself', () => {
  test.each<[unknown, string]>([
    [{ kind: 'process', atOnce: Number.NaN }, 'has atOnce: NaN, which must be a whole number from 1 to 10000'],
    [{ kind: 'process', atOnce: 0 }, 'has atOnce: 0,'],
    [{ kind: 'process', atOnce: -1 }, 'has atOnce: -1,'],
    [{ kind: 'process', atOnce: 1e99 }, 'has atOnce: 1e+99,'],
    [{ kind: 'process' }, 'has atOnce: undefined,'],
    [{ kind: 'service', hedged: true }, 'names no account'],
    [{ kind: 'service', account: 'a' }, 'does not say whether requests are hedged'],
    [{ kind: 'cloud' }, 'has the kind "cloud"'],
    ['process', 'is no object'],
  ])('is checked: %j', async (servedBy, message) => {
    const asking = run('', { providers: [echo({ servedBy: servedBy as ServedBy })] });
    await expect(asking).rejects.toMatchObject({ name: 'ConfigError', message: expect.stringContaining(`target "echo:m": servedBy ${message}`) });
  });

  test('figures of vectors that cannot be are told in the row, and count as not known', async () => {
    const providers = [echo({}, { usage: { inputTokens: -3, outputTokens: 0 }, costUsd: Number.NaN })];
    const { row } = await run('', { providers, embeddings: 'echo:m' });
    expect(row.metrics).toEqual([{ name: 'similarity', value: expect.closeTo(1) }]);
    expect(row.warnings).toEqual([
      'a use of input tokens of -3 cannot be, and counts as not known',
      'a cost in US dollars of NaN cannot be, and counts as not known',
    ]);
    const similar = await run(', { type: similar, value: Hi, threshold: 0.5 }', { providers, embeddings: 'echo:m' });
    expect(similar.row.warnings).toHaveLength(2);
  });
});
