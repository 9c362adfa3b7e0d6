import { tmpdir } from 'node:os';
import { ProviderError, type Embedder, type GenerateRequest, type Provider, type ProviderEnvironment } from '@assay/schema';
import * as v from 'valibot';
import { loadProvider } from '../src/registry.js';

const environment: ProviderEnvironment = {
  env: {},
  directory: tmpdir(),
  prices: { date: '2026-01-01', prices: {} },
};

interface MoreOfTarget {
  readonly model?: string;
  readonly maxReplyMb?: number;
  readonly environment?: Partial<ProviderEnvironment>;
}

/** A definition, and a target of it with its options checked as a loader would. */
async function resolved(provider: string, options: Record<string, unknown>, more: MoreOfTarget) {
  const definition = await loadProvider(provider);
  const target = {
    name: 'subject',
    provider,
    ...(more.model === undefined ? {} : { model: more.model }),
    ...(more.maxReplyMb === undefined ? {} : { maxReplyMb: more.maxReplyMb }),
    options: v.parse(definition.options, options),
  };
  return { definition, target, world: { ...environment, ...more.environment } };
}

/** A target of an installed provider. */
export async function makeTarget(
  provider: string,
  options: Record<string, unknown>,
  more: MoreOfTarget = {},
): Promise<Provider> {
  const { definition, target, world } = await resolved(provider, options, more);
  return definition.create(target, world);
}

/** A target of an installed provider that turns texts into vectors. */
export async function makeEmbedder(
  provider: string,
  options: Record<string, unknown>,
  more: MoreOfTarget = {},
): Promise<Embedder> {
  const { definition, target, world } = await resolved(provider, options, more);
  const embedder = await definition.createEmbedder?.(target, world);
  if (!embedder) throw new TypeError(`${provider} has no embedding models`);
  return embedder;
}

export function ask(text: string, more: Partial<GenerateRequest> = {}): GenerateRequest {
  return { messages: [{ role: 'user', content: text }], signal: new AbortController().signal, ...more };
}

/** The ProviderError that a promise is expected to reject with. */
export async function failureOf(promise: Promise<unknown>): Promise<ProviderError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    throw error;
  }
  throw new TypeError('expected a ProviderError, but nothing failed');
}
