import { describe } from 'vitest';
import { judgedChecks } from '../../../test/judged-checks.js';
import { gEval } from './g-eval.js';

describe('g_eval', () => {
  judgedChecks({ definition: gEval, options: { value: ['Is polite', 'Is short'], steps: ['Look for thanks'] }, shows: ['1. Is polite\n2. Is short', '1. Look for thanks', 'The answer is 4.', 'What is 2+2?'], threshold: 0.7 });
});
