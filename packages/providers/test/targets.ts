import { tmpdir } from 'node:os';
import { ProviderError, type GenerateRequest, type Provider, type ProviderEnvironment } from '@assay/schema';
import * as v from 'valibot';
import { loadProvider } from '../src/registry.js';

const environment: ProviderEnvironment = {
  env: {},
  directory: tmpdir(),
  prices: { date: '2026-01-01', prices: {} },
};

/** A target of an installed provider, its options checked as a loader would. */
export async function makeTarget(
  provider: string,
  options: Record<string, unknown>,
  more: { readonly model?: string; readonly environment?: Partial<ProviderEnvironment> } = {},
): Promise<Provider> {
  const definition = await loadProvider(provider);
  const checked = v.parse(definition.options, options);
  const target = {
    name: 'subject',
    provider,
    ...(more.model === undefined ? {} : { model: more.model }),
    options: checked,
  };
  return definition.create(target, { ...environment, ...more.environment });
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
