import { setImmediate } from 'node:timers/promises';
import { defineEvaluator, defineProvider, defineReporter, type Loader, type Reporter } from '@assay/schema';
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
