import { describe } from 'vitest';
import { judgedChecks } from '../../../test/judged-checks.js';
import { llmRubric } from './llm-rubric.js';

describe('llm_rubric', () => {
  judgedChecks({ definition: llmRubric, options: { value: 'Is polite' }, shows: ['Is polite', 'The answer is 4.'], threshold: 0.5 });
});
