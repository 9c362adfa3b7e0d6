import { setImmediate } from 'node:timers/promises';
import { defineEvaluator, defineProvider, defineReporter, type GenerateRequest, type Loader, type Provider, type ProviderBatch, type ProviderDefinition, type Reporter, type Suite } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { evaluate } from '../src/index.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = 'evalcases:\n  - { id: a, expected_outcome: x, input: hi, evaluators: [{ type: similar, value: hi }] }\n';
const PLAIN = 'evalcases:\n  - { id: a, expected_outcome: x, input: hi, evaluators: [{ type: contains, value: hi }] }\n';
const TARGETS = 'targets:\n  - { name: one, provider: mine }\n  - { name: said, provider: mine, at: 3 }\n';

function boom(): never {
  throw new TypeError('boom');
}

const mine = defineProvider({ name: 'mine', description: 'Throws.', options: v.object({}), examples: [], create: boom, createEmbedder: boom });

async function running(options: object, files: Readonly<Record<string, string>> = {}) {
  const { folder } = await createWorkspace({ 's.yaml': SUITE, 's.own': 'x', '.assay/targets.yaml': TARGETS, ...files });
  return evaluate({ files: 's.yaml', cwd: folder, env: {}, targets: ['mock'], ...options });
}

describe('what a provider of a program throws by mistake says which it was, and for which target', () => {
  test('create()', async () => {
    await expect(running({ targets: ['one'], providers: [mine] })).rejects.toMatchObject({
      name: 'ConfigError',
      message: 'create() of provider mine threw for target "one": boom',
      location: { file: '.assay/targets.yaml', line: 2 },
      cause: { name: 'TypeError' },
    });
  });

  test.each<[string, object, string]>([
    ['prepare()', { prepare: boom }, 'prepare() of provider own threw for target "own:m": boom'],
    ['prepare() that says something else', { prepare: async () => 'fine' }, 'prepare() of provider own gave "fine" for target "own:m"'],
    ['prepare() with what is no finding', { prepare: async () => [{ severity: 'warning', code: 'c', message: 'm' }, {}] }, 'prepare() of provider own gave something else than a finding for target "own:m", at [1]: a mapping'],
    ['a system prompt that is no text', { systemPrompt: 5 }, 'target "own:m": systemPrompt is the number 5; it must be a text'],
  ])('%s', async (_case, odd, message) => {
    const provider = { name: 'own:m', provider: 'own', structuredOutput: false, generate: boom, ...odd };
    const own = defineProvider({ name: 'own', description: 'Is odd.', options: v.object({}), examples: [], create: () => provider });
    await expect(running({ files: 'plain.yaml', targets: ['own:m'], providers: [own] }, { 'plain.yaml': PLAIN })).rejects.toMatchObject({ name: 'ConfigError', message: expect.stringContaining(message), hint: expect.any(String) });
  });

  test('createEmbedder(), and one that makes nothing', async () => {
    const files = { '.assay/config.yaml': 'embeddings: one\n' };
    await expect(running({ providers: [mine] }, files)).rejects.toMatchObject({ name: 'ConfigError', message: expect.stringContaining('createEmbedder() of provider mine threw for target "one": boom') });
    const empty = { ...mine, createEmbedder: () => undefined as never };
    await expect(running({ providers: [empty] }, files)).rejects.toMatchObject({ name: 'ConfigError', message: expect.stringContaining('provider mine made nothing for target "one" that can be asked: it has no embed()') });
  });
});

describe('batches of a provider of a program that are not as they should be', () => {
  /** Keeps what is submitted, and answers with what was asked. */
  function memory(change: Readonly<Record<string, unknown>> = {}) {
    const submitted: { readonly id: string; readonly text: string }[][] = [];
    const batch: ProviderBatch = {
      most: { requests: 10, bytes: 10_000 },
      priceShare: 0.5,
      write: async (id, { messages }) => JSON.stringify({ id, text: messages.at(-1)?.content }),
      async submit({ requests }) {
        const lines = [];
        for await (const line of requests) lines.push(JSON.parse(line));
        return String(submitted.push(lines));
      },
      find: async () => ({ found: 'no' }),
      progress: async () => ({ ended: true, status: 'ended' }),
      async collect(handle, onResult) {
        for (const { id, text } of submitted[Number(handle) - 1] ?? []) await onResult({ id, reply: text });
      },
      read: async (outcome) => ({ text: 'reply' in outcome ? String(outcome.reply) : '', messages: [], toolCalls: [], latencyMs: Number.NaN }),
      cancel: async () => undefined,
    };
    const identity = async ({ messages }: GenerateRequest) => JSON.stringify(messages);
    const { identity: ownIdentity = identity, ...ofBatch } = change;
    const make = (): Provider => ({ name: 'own:m', provider: 'own', structuredOutput: false, identity: ownIdentity as typeof identity, generate: boom, batch: { ...batch, ...ofBatch } });
    return { batch, submitted, own: defineProvider({ name: 'own', description: 'Has batches.', options: v.object({}), examples: [], create: make }) };
  }

  async function inBatches(own: ProviderDefinition, more: object = {}) {
    const told: string[] = [];
    const reporter: Reporter = { name: 'told', diagnostic: ({ message }) => void told.push(message) };
    return { told, result: await running({ files: 'plain.yaml', targets: ['own:m'], providers: [own], batch: true, wait: 0.01, reporters: [reporter], ...more }, { 'plain.yaml': PLAIN }) };
  }

  test.each<[Readonly<Record<string, unknown>>, string]>([
    [{ collect: undefined }, 'batch has no collect()'],
    [{ most: { requests: 10 } }, 'batch has most.bytes: nothing; it must be a number from 1'],
    [{ priceShare: Number.NaN }, 'batch has priceShare: the number NaN; it must be above 0 and at most 1'],
    [{ identity: null }, 'batch needs identity(), which the target has not'],
  ])('%j is told before anything is sent', async (change, why) => {
    const { own, submitted } = memory(change);
    await expect(inBatches(own)).rejects.toMatchObject({ name: 'ConfigError', message: `target "own:m": ${why}` });
    expect(submitted).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['submit() that gives nothing', { submit: async () => undefined }, 'a batch could not be submitted: target "own:m": submit() of its batches gave nothing'],
    ['progress() that gives nothing', { progress: async () => undefined }, 'it is not known how far a batch is: target "own:m": progress() of its batches gave nothing'],
    ['progress() without ended', { progress: async () => ({ status: 'done' }) }, 'it is not known how far a batch is: target "own:m": progress() of its batches gave a mapping'],
    ['collect() that throws', { collect: boom }, 'the results of a batch could not be read: target "own:m": collect() of its batches threw: boom'],
  ])('%s leaves the trial to a resumed run, with its name', async (_what, change, told) => {
    const { result, told: said } = await inBatches(memory(change).own);
    expect(result.summary).toMatchObject({ outcome: 'undecided', exitCode: 3 });
    expect(said).toContainEqual(expect.stringContaining(told));
  });

  test.each<[string, object]>([
    ['no ProviderError', { error: 'overloaded' }],
    ['no JSON', { reply: undefined }],
    ['no JSON', { reply: 1n }],
  ])('a result that is %s is no row, and is collected when the provider has been mended', async (why, outcome) => {
    const { batch, own, submitted } = memory();
    const odd = { ...own, create: () => ({ ...(own.create as () => Provider)(), batch: { ...batch, collect: async (_handle: string, onResult: (result: never) => unknown) => onResult({ id: submitted[0]?.[0]?.id, ...outcome } as never) } }) };
    const { folder } = await createWorkspace({ 's.yaml': PLAIN });
    const options = { cwd: folder, env: {}, wait: 0.01 };
    const first = await evaluate({ ...options, batch: true, files: 's.yaml', targets: ['own:m'], providers: [odd as never] });
    expect(first.summary, why).toMatchObject({ outcome: 'undecided', exitCode: 3 });
    for await (const row of first.rows()) expect.unreachable(`a row of ${row.caseId}`);
    const { summary } = await evaluate({ ...options, resume: first.location, providers: [own] });
    expect(summary.outcome).toBe('passed');
    expect(submitted).toHaveLength(1);
  });
});

describe('what a loader of a program throws by mistake says which it was, and for which file', () => {
  const own: Loader = { kind: 'loader', name: 'own', description: 'Throws.', extensions: ['.own'], detect: () => 0.9, load: boom, examples: [] } as never;
  const suite = { name: 's', path: 's', dialect: 'own', file: 's.own', description: '', execution: {}, targets: [] };
  test.each<[string, Partial<Loader>, object]>([
    ['detect() of the loader "own" threw: boom', { detect: boom }, { name: 'ConfigError' }],
    ['load() of the loader "own" threw: boom', {}, { name: 'InvalidFileError', diagnostics: [{ location: { file: 's.own' } }] }],
  ])('%s', async (message, how, error) => {
    await expect(running({ files: 's.own', loaders: [{ ...own, ...how }] })).rejects.toMatchObject({ message: expect.stringContaining(message), ...error });
  });

  test.each<[unknown, string]>([
    [Promise.resolve(1), 'a promise'],
    [Number.NaN, 'the number NaN'],
    [7, 'the number 7'],
    [-1, 'the number -1'],
    [true, 'true'],
    [undefined, 'nothing'],
  ])('detect() that answers with %s', async (sureness, said) => {
    await expect(running({ files: 's.own', loaders: [{ ...own, detect: () => sureness as number }] })).rejects.toMatchObject({
      name: 'ConfigError',
      message: expect.stringContaining(`detect() of the loader "own" has to return a number from 0 to 1, not ${said}`),
      hint: 'mend detect() of the loader; for a file that is not its own it has to return 0',
    });
  });

  test('detect() whose promise rejects, which ends no process', async () => {
    const lost = vi.fn<() => void>();
    process.once('unhandledRejection', lost);
    onTestFinished(() => void process.off('unhandledRejection', lost));
    const detect = async () => boom();
    await expect(running({ files: 's.own', loaders: [{ ...own, detect: detect as never }] })).rejects.toMatchObject({ name: 'ConfigError', message: expect.stringContaining('not a promise') });
    await setImmediate();
    expect(lost).not.toHaveBeenCalled();
  });

  test.each<[string, unknown, string]>([
    ['threshold', true, 'threshold must be a number from 0 to 1, not true'],
    ['repeat', 'often', 'repeat must be a whole number from 1 to 1,000,000'],
    ['repeat', { times: 3 }, 'repeat must be a whole number from 1 to 1,000,000'],
  ])('a setting of a suite that cannot be: %s', async (key, value, message) => {
    const settings = [{ key, value, location: { file: 's.own', line: 2, column: 1 } }];
    await expect(running({ files: 's.own', loaders: [{ ...own, load: async () => ({ ...suite, settings, size: undefined, async *cases() {} }) as Suite }] })).rejects.toMatchObject({
      name: 'InvalidFileError',
      message: expect.stringContaining(`the loader "own" made a suite that cannot be: ${message}`),
      diagnostics: [{ location: { file: 's.own', line: 2 } }],
    });
  });

  test('cases(), which end a run that has begun', async () => {
    const { summary } = await running({ files: 's.own', loaders: [{ ...own, load: async () => ({ ...suite, cases: boom }) }] });
    expect(summary).toMatchObject({ outcome: 'invalid', exitCode: 2, reasons: ['cases() of the loader "own" threw: boom'] });
  });
});

test.each<[() => unknown, string]>([
  [async () => boom(), 'a promise'],
  [() => ({}), 'a mapping'],
  [() => ({ judges: ['mock'] }), 'a mapping'],
  [() => 'mock', '"mock"'],
  [() => ['mock'], 'a list'],
])('judgesOf() of an evaluator that gives what names no judges (%s) is told with its name', async (judgesOf, said) => {
  const lost = vi.fn<() => void>();
  process.once('unhandledRejection', lost);
  onTestFinished(() => void process.off('unhandledRejection', lost));
  const asks = defineEvaluator({ name: 'asks', description: 'Asks judges.', options: v.object({}), uses: ['judge'], programs: 'never', examples: [], judgesOf: judgesOf as never, evaluate: () => ({ score: 1, hits: [], misses: [] }) });
  const suite = 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: asks }] }\n';
  await expect(running({ files: 'asks.yaml', targets: ['mock'], judges: ['mock'], evaluators: [asks] }, { 'asks.yaml': suite })).rejects.toMatchObject({
    name: 'ConfigError',
    message: `judgesOf() of evaluator "asks" gave ${said}; it gives { judges: [{ model }] }, 'none', or nothing`,
  });
  await setImmediate();
  expect(lost).not.toHaveBeenCalled();
});

test.each<[unknown, string]>([[null, 'nothing'], ['a report', '"a report"'], [undefined, 'nothing']])('a reporter that is made as %j is told before anything is asked, and leaves no file', async (made, said) => {
  const lines = defineReporter({ name: 'lines', description: 'Makes nothing.', options: v.object({}), examples: [], writes: 'text/plain', create: () => made as Reporter });
  await expect(running({ files: 'plain.yaml', targets: ['mock'], reporters: [lines], reports: ['lines=lines.txt'] }, { 'plain.yaml': PLAIN })).rejects.toMatchObject({
    name: 'UsageError',
    message: `reporter lines could not be made: create() gave ${said}, which is no reporter`,
    hint: expect.stringContaining('has to return an object'),
  });
});
