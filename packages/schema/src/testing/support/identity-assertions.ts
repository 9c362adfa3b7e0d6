import assert from 'node:assert/strict';
import type { GenerateRequest } from '../../contracts/generate-request.js';
import type { Provider } from '../../contracts/provider.js';
import { canonicalJson } from '../../keys/canonical-hash.js';
import { assertPlainJson } from './plain-json.js';

/** Parts of a request that may change its answer. */
const CHANGES = {
  messages: { messages: [{ role: 'user', content: 'What is the capital of Peru?' }] },
  temperature: { temperature: 0.7 },
  maxTokens: { maxTokens: 77 },
  seed: { seed: 77 },
  tools: { tools: [{ name: 'browse', description: 'Opens a page' }] },
  responseFormat: { responseFormat: { name: 'answer', schema: { type: 'object', properties: { answer: { type: 'string' } } } } },
  repeat: { repeat: 2 },
} as const satisfies Readonly<Record<string, Partial<GenerateRequest>>>;

export type IdentityPart = keyof typeof CHANGES;

export const IDENTITY_PARTS = Object.keys(CHANGES) as readonly IdentityPart[];

/** What no answer depends on. */
const IRRELEVANT: readonly Partial<GenerateRequest>[] = [
  { caseId: 'capital-of-peru' },
  { suite: 'peru', suitePath: 'evals/peru.yaml' },
  { attempt: 2 },
  { cache: { read: false } },
];

async function textOf(provider: Provider, request: GenerateRequest): Promise<string> {
  const identity = await provider.identity?.(request);
  assertPlainJson(identity, 'the identity of a request');
  return canonicalJson(identity);
}

/** Checks that equal identities mean the same question. */
export async function assertIdentity(provider: Provider, request: GenerateRequest, parts: readonly IdentityPart[], otherKey: Provider | undefined): Promise<void> {
  const said = await textOf(provider, request);
  for (const change of IRRELEVANT) {
    assert.equal(await textOf(provider, { ...request, ...change }), said, `the identity depends on ${Object.keys(change).join(', ')}`);
  }
  assert.equal(await textOf(provider, { ...request, signal: new AbortController().signal }), said, 'the identity depends on the signal');
  if (otherKey) assert.equal(await textOf(otherKey, request), said, 'the identity depends on the key');
  for (const part of parts) {
    if (part === 'temperature' && provider.fixedTemperature) continue;
    assert.notEqual(await textOf(provider, { ...request, ...CHANGES[part] }), said, `the identity does not depend on ${part}`);
  }
}
