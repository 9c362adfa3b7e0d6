import type { TargetDefinition } from '@assay/schema';
import { expect, test } from 'vitest';
import { targetIdentity } from './target-identity.js';

const ENV = { MODEL: 'gpt-4o', OPENAI_API_KEY: 'sk-first-secret', HOST: 'one.example', DB_PASSWORD: 'hunter22' };
const bot: TargetDefinition = {
  name: 'bot',
  provider: 'openai',
  model: '${MODEL}',
  options: { endpoint: 'https://user:pw123456@${HOST}/v1?api_key=abcdefgh&v=2', api_key: '${OPENAI_API_KEY}', temperature: 0.5, headers: { 'x-note': '${DB_PASSWORD}', authorization: 'Bearer abc' } },
};
const contents: Record<string, string> = { 'a.jsonl': 'first' };
const identity = (target: Partial<TargetDefinition> = {}, env: Record<string, string> = ENV, modelAliases = {}): string =>
  JSON.stringify(targetIdentity({ ...bot, ...target }, { env, modelAliases, providers: [{ name: 'openai' }, { name: 'replay', reach: { kind: 'files', keys: ['recording'] } }] as never, contentOf: (file) => contents[file] }));

test('what changes answers changes it', () => {
  const changed = [
    identity({}, { ...ENV, MODEL: 'gpt-4o-mini' }),
    identity({}, { ...ENV, HOST: 'two.example' }),
    identity({ provider: 'mistral' }),
    identity({ options: { ...bot.options, temperature: 1 } }),
    identity({ allowEmpty: true }),
    identity({}, ENV, { 'openai:gpt-4o': 'openai:gpt-5' }),
    identity({ options: {} }),
    identity({ options: {} }, { ...ENV, OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }),
  ];
  expect(new Set([identity(), ...changed]).size).toBe(changed.length + 1);
});

test('other keys, another name and other patience are the same target; no secret is in it', () => {
  expect(identity({ name: 'other', judgeTarget: 'j', workers: 2, timeoutSeconds: 1, maxRetries: 0, location: { file: 'x', line: 1, column: 1 } })).toBe(identity());
  expect(identity({}, { ...ENV, OPENAI_API_KEY: 'sk-second-secret', DB_PASSWORD: 'hunter33', OPENAI_BASE_URL: 'http://not.asked' })).toBe(identity());
  expect(identity({ model: 'gpt-4o' })).toBe(identity());
  expect(identity()).not.toMatch(/secret|hunter|pw123456|abcdefgh|Bearer abc/u);
  expect(identity({ options: {} }, { ...ENV, OPENAI_BASE_URL: 'https://me:pw123456@proxy/v1' })).not.toContain('pw123456');
});

test('files that a provider answers from count by their content, others by their names', () => {
  const recorded = { provider: 'replay', options: { recording: 'a.jsonl', other: 'a.jsonl' } };
  const before = identity(recorded);
  const ofOther = identity({ options: { file: 'a.jsonl' } });
  contents['a.jsonl'] = 'second';
  expect(identity(recorded)).not.toBe(before);
  expect(identity({ options: { file: 'a.jsonl' } })).toBe(ofOther);
});
