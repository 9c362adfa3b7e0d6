import { describe, expect, test } from 'vitest';
import { makeCase } from '../../test/evaluation-input.js';
import { expectedValue } from './expected-value.js';

describe('expectedValue', () => {
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
