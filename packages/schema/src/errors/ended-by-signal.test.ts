import { expect, test } from 'vitest';
import { endedBySignal } from './ended-by-signal.js';

test.each([
  [AbortSignal.abort(), 'aborted', 'target "bot" was aborted', false],
  [AbortSignal.abort('stop'), 'aborted', 'target "bot" was aborted', false],
  [AbortSignal.abort(new DOMException('the time is up', 'TimeoutError')), 'timeout', 'target "bot" took too long', true],
])('a signal with %j ends in an error of kind %s', (signal, kind, message, retryable) => {
  expect(endedBySignal(signal, 'bot')).toMatchObject({ code: 'provider', kind, message, target: 'bot', retryable });
});
