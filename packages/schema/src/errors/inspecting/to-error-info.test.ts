import { describe, expect, test } from 'vitest';
import { ConfigError } from '../config-error.js';
import { toErrorInfo } from './to-error-info.js';
import { ProviderError } from '../provider-error.js';

describe('toErrorInfo', () => {
  test('an error of Assay keeps its code and hint', () => {
    expect(toErrorInfo(new ConfigError('m', { hint: 'h' }))).toEqual({ code: 'config', message: 'm', hint: 'h' });
    expect(Object.keys(toErrorInfo(new ConfigError('m')))).toEqual(['code', 'message']);
  });

  test('the code of a provider error is its kind, with the HTTP status', () => {
    const error = new ProviderError('m', { kind: 'rate_limit', target: 't', status: 429 });
    expect(toErrorInfo(error)).toEqual({ code: 'rate_limit', message: 'm', status: 429 });
  });

  test.each([
    [new TypeError('broken'), 'broken'],
    [new RangeError(), 'RangeError'],
    ['a text', 'a text'],
    [undefined, 'undefined'],
    [Symbol('s'), 'Symbol(s)'],
    [{ reason: 'why' }, '{"reason":"why"}'],
    [Object.create(null), '{}'],
    [{ toJSON: () => undefined }, 'an object without a message'],
    [{ big: 1n }, 'an object without a message'],
  ])('whatever else was thrown is unexpected, with words: %o', (thrown, message) => {
    expect(toErrorInfo(thrown)).toEqual({ code: 'unexpected', message });
  });
});
