import { describe, expect, test } from 'vitest';
import { recordingContext } from '../testing/support/recording-context.js';
import { describeKind, describeValue, reportError, reportWarning } from './findings.js';

test.each([
  [null, 'nothing', 'nothing'],
  [undefined, 'nothing', 'nothing'],
  ['high', '"high"', 'a string'],
  ['x'.repeat(61), `"${'x'.repeat(57)}..."`, 'a string'],
  [4, 'the number 4', 'a number'],
  [true, 'true', 'a boolean'],
  [[1], 'a list', 'a list'],
  [{}, 'a mapping', 'a mapping'],
])('%j is named %s, its kind %s', (value, named, kind) => {
  expect(describeValue(value)).toBe(named);
  expect(describeKind(value)).toBe(kind);
});

describe('reporting', () => {
  test('errors are counted, warnings are not', () => {
    const { context } = recordingContext();
    reportError(context, ['a'], 'wrong');
    reportWarning(context, ['a'], 'odd');
    reportError(context, ['b'], 'wrong');
    expect(context.tally.errors).toBe(2);
  });

  test('the line stands before the message; the second place points at a key', () => {
    const { context, found } = recordingContext({ linePrefix: 'Line 7: ' });
    reportWarning(context, ['a'], 'odd', { code: 'odd-thing', which: 'key', hint: 'change it', related: { message: 'see', path: ['b'] } });
    expect(found).toEqual(['warning odd-thing at key a: Line 7: odd (see: key b) -> change it']);
  });
});
