import type { JsonValue } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { makeCase, makeResponse } from '../../test/evaluation-input.js';
import { caseVariables } from './case-variables.js';

describe('caseVariables', () => {
  test('gives the case and the response as text', () => {
    const evalCase = makeCase({
      inputMessages: [
        {
          role: 'user',
          content: [
            { type: 'text', value: 'Follow the rules' },
            { type: 'file', value: 'rules.md', text: 'Be kind.', guideline: true },
          ],
        },
      ],
    });
    expect(caseVariables(evalCase, makeResponse())).toMatchObject({
      question: 'Follow the rules',
      expected_outcome: 'Says that 2 + 2 is 4',
      reference_answer: 'It is 4.',
      candidate_answer: 'The answer is 4.',
      guidelines: '=== rules.md ===\nBe kind.',
    });
  });

  test('gives the case’s context: JSON, a text as it is, nothing when there is none', () => {
    const contextOf = (context?: JsonValue): string => caseVariables(makeCase({ context }), makeResponse()).context;
    expect(JSON.parse(contextOf({ city: 'Rome', years: [1, 2] }))).toEqual({ city: 'Rome', years: [1, 2] });
    expect(contextOf('a note')).toBe('a note');
    expect(contextOf()).toBe('');
  });

  test('gives messages as JSON with the field names of files', () => {
    const toolCalls = [{ tool: 'search', input: { maxItems: 2 }, durationMs: 5 }];
    const response = makeResponse({ messages: [{ role: 'assistant', content: { riskLevel: 'High' }, toolCalls }] });
    const variables = caseVariables(makeCase(), response);
    expect(JSON.parse(variables.output_messages)).toEqual([
      {
        role: 'assistant',
        content: { riskLevel: 'High' },
        tool_calls: [{ tool: 'search', input: { maxItems: 2 }, duration_ms: 5 }],
      },
    ]);
    expect(JSON.parse(variables.input_messages)).toEqual([{ role: 'user', content: 'What is 2+2?' }]);
    expect(JSON.parse(variables.expected_messages)).toEqual([{ role: 'assistant', content: 'It is 4.' }]);
  });
});
