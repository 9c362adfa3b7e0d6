import type { JsonObject, TargetDefinition } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { createTargetIdentities } from './target-identities.js';

const written: TargetDefinition = { name: 'bot', provider: 'openai', model: '${MODEL}', options: { api_key: '${KEY}' } };
const identity: JsonObject = { provider: 'openai', model: 'm-1', options: {} };

function first() {
  const identities = createTargetIdentities();
  identities.note(written, identity);
  return identities.all;
}

describe('who is asked', () => {
  test('is kept as digests that differ from run to run, and hold no text of it', () => {
    const [a, b] = [first(), first()];
    expect(a.targets[0]?.resolved).toMatch(/^[0-9a-f]{32}$/u);
    expect(a.targets[0]?.resolved).not.toBe(b.targets[0]?.resolved);
    expect(JSON.stringify(a)).not.toContain('m-1');
  });

  test('is noted once', () => {
    const identities = createTargetIdentities({ earlier: first() });
    identities.note(written, { ...identity });
    expect(identities.size).toBe(1);
    expect(identities.of(written)).toBe(identities.all.targets[0]?.resolved);
  });

  test('is refused by its name when another stands behind the same definition', () => {
    const identities = createTargetIdentities({ earlier: first() });
    expect(() => identities.note(written, { ...identity, model: 'm-2' })).toThrow('target "bot" is not what it was');
  });

  test('may differ when that is accepted, and is kept beside', () => {
    const identities = createTargetIdentities({ earlier: first(), acceptChanges: true });
    identities.note(written, { ...identity, model: 'm-2' });
    expect(identities.all.targets.map(({ name }) => name)).toEqual(['bot', 'bot']);
  });

  test('is another target when its definition was edited: its trials have other keys', () => {
    const identities = createTargetIdentities({ earlier: first() });
    identities.note({ ...written, model: 'm-2' }, { ...identity, model: 'm-2' });
    expect(identities.size).toBe(2);
  });

  test('may be two of one name, of different suites', () => {
    const identities = createTargetIdentities();
    identities.note(written, identity);
    identities.note({ ...written }, { ...identity, model: 'm-2' });
    expect(identities.size).toBe(2);
  });
});
