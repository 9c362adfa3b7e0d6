import { expect, test } from 'vitest';
import { repeatedKeyProblem } from './repeated-key-problem.js';

test.each([
  ['{"verdict":"pass","score":1}', undefined],
  ['{"verdict":"pass","verdict":"fail"}', 'the key "verdict" stands here a second time'],
  ['{"verdict":"pass","\\u0076erdict":"fail"}', 'the key "verdict" stands here a second time'],
  [`${'{"a":'.repeat(600)}1${'}'.repeat(600)}`, 'this line is nested too deeply'],
])('%s', (line, problem) => {
  expect(repeatedKeyProblem(line, JSON.parse(line))).toBe(problem);
});
