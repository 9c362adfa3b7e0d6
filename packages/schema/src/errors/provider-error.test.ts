import { describe, expect, test } from 'vitest';
import { ProviderError, type ProviderErrorKind } from './provider-error.js';

describe('ProviderError', () => {
  test.each<[ProviderErrorKind, boolean]>([
    ['rate_limit', true],
    ['server', true],
    ['network', true],
    ['timeout', true],
    ['auth', false],
    ['bad_request', false],
    ['bad_reply', false],
    ['process', false],
    ['no_recording', false],
    ['unavailable', false],
    ['aborted', false],
  ])('%s is tried again by default: %s', (kind, retryable) => {
    expect(new ProviderError('m', { kind, target: 't' }).retryable).toBe(retryable);
    expect(new ProviderError('m', { kind, target: 't', retryable: !retryable }).retryable).toBe(!retryable);
  });

  test('carries the target, the status and the wait that the server asked for', () => {
    const error = new ProviderError('slow down', { kind: 'rate_limit', target: 'gpt', status: 429, retryAfterMs: 2000 });
    expect(error).toMatchObject({ target: 'gpt', status: 429, retryAfterMs: 2000, code: 'provider' });
  });
});
