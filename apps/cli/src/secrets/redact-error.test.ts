import { createRedactor, UsageError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { redactError } from './redact-error.js';

const SECRET = 'sk-9fQ2xT7b';
const redactor = createRedactor();
redactor.add(SECRET);

function shown(error: unknown): string {
  const { message, stack, cause, errors = [] } = error as Partial<AggregateError>;
  return JSON.stringify([message, stack, error, ...errors.map(shown), cause === undefined ? '' : shown(cause)]);
}

describe('what is thrown holds no secret', () => {
  test.each<[string, unknown]>([
    ['its words', new Error(`bad ${SECRET}`)],
    ['its causes', new Error('bad', { cause: new Error('worse', { cause: new TypeError(SECRET) }) })],
    ['several errors', new AggregateError([new Error(SECRET)], 'several')],
    ['what a library put on it', Object.assign(new Error('bad'), { request: { headers: { authorization: `Bearer ${SECRET}` } }, url: `https://x/?key=${SECRET}` })],
    ['what refers to itself', Object.assign(new Error('bad'), { socket: ((socket: Record<string, unknown>) => Object.assign(socket, { self: socket, SECRET }))({ toString: undefined }) })],
    ['what cannot be changed', Object.freeze(new Error(SECRET))],
    ['a text', SECRET],
    ['an object', { said: SECRET }],
  ])('%s', (_, thrown) => {
    expect(shown(redactError(thrown, redactor))).not.toContain(SECRET);
  });
});

test('what holds none is the same, to its last part', () => {
  const request = new Map([[1, 2]]);
  const error = Object.assign(new UsageError('wrong', { hint: 'do this' }), { request });
  expect(redactError(error, redactor)).toBe(error);
  expect([error.request, error.hint, error instanceof UsageError]).toEqual([request, 'do this', true]);
});
