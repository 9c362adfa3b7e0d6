import { describe, expect, test } from 'vitest';
import { decodeAnswer, decodeAnswers } from './decode-answer.js';

describe('decodeAnswer', () => {
  test.each([
    { type: 'boolean', value: false },
    { type: 'number', value: -2.5 },
    { type: 'other', shown: 'NaN', truthy: false },
    { type: 'scored', score: { type: 'number', value: 1 } },
    { type: 'scored', score: { type: 'other', shown: 'null', truthy: false }, explain: 'why' },
    { type: 'promise' },
    { type: 'timeout' },
    { type: 'thrown', name: 'TypeError', message: 'no' },
    { type: 'crash', message: 'broke' },
  ])('%j is taken as it is', (answer) => {
    expect(decodeAnswer(JSON.stringify(answer))).toEqual(answer);
  });

  test.each([
    '',
    'undefined',
    'null',
    '42',
    '"hi"',
    '[]',
    '{}',
    '{"type":"boolean"}',
    '{"type":"boolean","value":1}',
    '{"type":"number","value":"1"}',
    '{"type":"number","value":1e999}',
    '{"type":"other","shown":{},"truthy":true}',
    '{"type":"other","shown":"x"}',
    '{"type":"scored"}',
    '{"type":"scored","score":1}',
    '{"type":"scored","score":{"type":"number","value":1},"explain":{}}',
    '{"type":"thrown","name":"Error"}',
    '{"type":"thrown","name":{},"message":""}',
    '{"type":"crash"}',
    '{"type":"__proto__"}',
    '{"type":"boolean","value":true}\n{"type":"boolean","value":true}',
    JSON.stringify({ type: 'thrown', name: 'Error', message: 'x'.repeat(20_000) }),
  ])('%s is a crash', (json) => {
    expect(decodeAnswer(json)).toEqual({ type: 'crash', message: 'its answer cannot be read' });
  });

  test('keys that an answer does not have are left behind', () => {
    expect(decodeAnswer('{"type":"boolean","value":true,"score":7,"__proto__":{"type":"crash"}}')).toEqual({ type: 'boolean', value: true });
  });
});

describe('decodeAnswers', () => {
  test('a message has a line for each job, or none', () => {
    expect(decodeAnswers('')).toEqual([]);
    expect(decodeAnswers('7 {"type":"boolean","value":true}\n12 {"type":"number","value":0.5}')).toEqual([
      [7, { type: 'boolean', value: true }],
      [12, { type: 'number', value: 0.5 }],
    ]);
  });

  test.each(['7', '7 ', ' {"type":"timeout"}x', '7 {"type"', 'x {}'])('what is no line of one, %j, is nobody’s answer or a crash', (message) => {
    for (const [, answer] of decodeAnswers(message)) expect(answer).toEqual({ type: 'crash', message: 'its answer cannot be read' });
  });
});
