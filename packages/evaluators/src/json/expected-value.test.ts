import type { MessageContent } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { makeCase } from '../../test/evaluation-input.js';
import { expectedValue } from './expected-value.js';

describe('expectedValue', () => {
  test('a list that is data stays a list; one of parts is their text', () => {
    const of = (content: MessageContent) => expectedValue(makeCase({ expectedMessages: [{ role: 'assistant', content }] }));
    expect(of([1, { a: 2 }])).toEqual([1, { a: 2 }]);
    expect(of([{ type: 'text', value: 'x' }])).toBe('x');
  });

  test('is the object that was written as one', () => {
    const expectedMessages = [{ role: 'assistant', content: { riskLevel: 'High' } }] as const;
    expect(expectedValue(makeCase({ expectedMessages }))).toEqual({ riskLevel: 'High' });
  });

  test('is else the text of the last expected answer with content', () => {
    const expectedMessages = [
      { role: 'assistant', content: 'first' },
      { role: 'assistant', content: [{ type: 'text', value: 'last' }] },
      { role: 'assistant', toolCalls: [{ tool: 'a' }] },
    ] as const;
    expect(expectedValue(makeCase({ expectedMessages }))).toBe('last');
  });

  test('is undefined when the case names none', () => {
    expect(expectedValue(makeCase({ expectedMessages: [] }))).toBeUndefined();
    expect(expectedValue(makeCase({ expectedMessages: [{ role: 'user', content: 'x' }] }))).toBeUndefined();
  });
});
