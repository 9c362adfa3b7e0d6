import { describe, expect, test } from 'vitest';
import { ProviderError, restateProviderError, type ProviderErrorKind } from './provider-error.js';

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

  test.each([
    [{ kind: 'rate_limit' }, true],
    [{ kind: 'rate_limit', retryable: false }, false],
    [{ kind: 'server', status: 529 }, true],
    [{ kind: 'server', status: 503, overloaded: true }, true],
    [{ kind: 'server', status: 500 }, false],
    [{ kind: 'network' }, false],
  ] as const)('%j asks for fewer requests: %s', (options, overloaded) => {
    expect(new ProviderError('m', { target: 't', ...options })).toMatchObject({ overloaded });
  });

  test('one that is said in other words is the same in all else', () => {
    const rateLimits = { requests: { remaining: 0, resetMs: 5 } };
    const error = new ProviderError('busy', { kind: 'server', target: 'gpt', status: 503, foreign: true, retryAfterMs: 7, retryable: false, overloaded: true, hint: 'wait', rateLimits });
    const { stack: _, ...same } = error;
    expect(restateProviderError(error, { message: 'busy (tried 2 times)' })).toMatchObject({ ...same, message: 'busy (tried 2 times)', cause: error });
  });
});
