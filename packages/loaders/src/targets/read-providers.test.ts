import { recordingContext } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { readProviderDocument } from './read-providers.js';

function read(root: unknown) {
  const { context, found } = recordingContext();
  return { ...readProviderDocument(context, root), found };
}

test.each([
  ['openai', { provider: 'openai', options: {} }],
  ['openai:gpt-4o-mini', { provider: 'openai', model: 'gpt-4o-mini' }],
  ['openai:chat:gpt-4o-mini', { provider: 'openai', model: 'gpt-4o-mini' }],
  ['openai:responses:gpt-5', { provider: 'openai', model: 'gpt-5' }],
  ['anthropic:messages:claude-x', { provider: 'anthropic', model: 'claude-x' }],
  ['openrouter:xiaomi/mimo:free', { provider: 'openrouter', model: 'xiaomi/mimo:free' }],
  ['openai:codex-sdk:gpt-5', { provider: 'codex-sdk', model: 'gpt-5' }],
  ['agentv:codex-cli', { provider: 'codex-cli' }],
  ['exec:node agent.mjs --port 1:2', { provider: 'cli', options: { command: 'node agent.mjs --port 1:2' } }],
  ['file://agent.ts', { provider: 'file://agent.ts' }],
])('who is asked by the id %s', (id, target) => {
  for (const root of [[id], { providers: [{ id }] }, [{ [id]: {} }]]) {
    const { targets, found } = read(root);
    expect(found.filter((line) => !line.startsWith('info'))).toEqual([]);
    expect(targets).toMatchObject([{ name: id, ...target }]);
  }
});

test('options stand under config or beside it, where they win, and variables are those of the environment', () => {
  const { targets, found } = read({
    providers: [
      { id: 'openai:gpt-1', label: 'bot', config: { model: 'gpt-2', base_url: '{{ env.URL }}/v1', headers: { 'x-key': '{{env.KEY}}' } }, model: 'gpt-3', grader_target: 'judge', runtime: { mode: 'host' } },
    ],
  });
  expect(found).toEqual([]);
  expect(targets).toMatchObject([{ name: 'bot', provider: 'openai', model: 'gpt-3', judgeTarget: 'judge', options: { base_url: '${{ URL }}/v1', headers: { 'x-key': '${{ KEY }}' } } }]);
  expect(Object.keys(targets[0]?.options ?? {})).toEqual(['base_url', 'headers']);
});

test('a mapping by ids has an entry for each', () => {
  const { targets } = read([{ 'openai:a': { label: 'first', temperature: 0 }, 'openai:b': { config: { temperature: 1 } } }]);
  expect(targets).toMatchObject([{ name: 'first', model: 'a', options: { temperature: 0 } }, { name: 'openai:b', model: 'b', options: { temperature: 1 } }]);
});

test.each([
  [{ runtime: 'sandbox' }, 'runtime', 'the runtime "sandbox" is not supported'],
  [{ runtime: { mode: 'profile' } }, 'runtime', 'is not supported'],
  [{ environment: 'file://env.yaml' }, 'environment', 'environment of a provider is not supported'],
  [{ transform: 'output.trim()' }, 'transform', 'transform of a provider is not supported'],
  [{ config: 'a.yaml' }, 'config', 'config must be a mapping, not'],
  [{ config: { retries: { max: '{{ env.A | default(3) }}' } } }, 'config.retries.max', 'an expression is not supported'],
  [{ config: { timeout_seconds: -1 } }, 'config.timeout_seconds', 'timeout_seconds must be'],
  [{ workers: 0 }, 'workers', 'workers must be'],
])('what is wrong with one is kept with it, at its place: %o', (written, place, message) => {
  const { targets, found } = read({ providers: ['openai:gpt-1', { id: 'mock', label: 'bot', ...written }] });
  expect(targets.map(({ name, problems = [] }) => [name, problems.map(({ code }) => code).length])).toEqual([['openai:gpt-1', 0], ['bot', 1]]);
  expect(found).toEqual([expect.stringMatching(new RegExp(`^info unusable-target at (?:key )?providers\\.1\\.${place.replaceAll('.', '\\.')}: target "bot" cannot be used: .*${message}`, 'u'))]);
});

test('two of one name are told of at their labels or ids', () => {
  const { targets } = read({ providers: [{ id: 'mock', label: 'bot' }, { id: 'openai:gpt-1', label: 'bot' }] });
  expect(targets).toMatchObject([{ name: 'bot', provider: 'mock', problems: [{ code: 'duplicate-name' }] }]);
});

test.each([
  ['text', / at /u, /a file of providers must be a list or a mapping with providers/u],
  [{ targets: [] }, / at /u, /a file of providers has no providers/u],
  [{ providers: { a: 1 } }, / at providers:/u, /providers must be a list, not a mapping/u],
  [{ providers: [7] }, / at providers\.0:/u, /a provider must be a text or a mapping with an id, not the number 7/u],
  [{ providers: [''] }, / at providers\.0:/u, /a provider must be a text or a mapping with an id/u],
  [{ providers: [{ name: 'a', provider: 'mock' }] }, / at providers\.0:/u, /not a mapping without one -> write what is under provider as id/u],
  [{ providers: [], defaults: 7 }, / at defaults:/u, /defaults must be a mapping/u],
  [{ providers: [], defaults: { grader: ['a'] } }, / at defaults\.grader:/u, /defaults\.grader must be a label or id/u],
])('what is no such file is an error: %o', (root, place, message) => {
  const errors = read(root).found.filter((line) => line.startsWith('error'));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(place);
  expect(errors[0]).toMatch(message);
});

test('defaults say who is asked and who judges', () => {
  expect(read({ providers: ['mock'], defaults: { provider: 'bot', grader: ' judge ' } })).toMatchObject({ target: { name: 'bot' }, judge: { name: 'judge' } });
  expect(read(['mock'])).toMatchObject({ target: undefined, judge: undefined });
});
