import { defineProvider, type Loader } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
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

  test('cases(), which end a run that has begun', async () => {
    const { summary } = await running({ files: 's.own', loaders: [{ ...own, load: async () => ({ ...suite, cases: boom }) }] });
    expect(summary).toMatchObject({ outcome: 'invalid', exitCode: 2, reasons: ['cases() of the loader "own" threw: boom'] });
  });
});
