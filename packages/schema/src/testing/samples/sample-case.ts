import type { EvalCase } from '../../domain/eval-case.js';

/** A small valid case: a question, its expected answer and one `contains` evaluator. */
export function sampleCase(overrides: Partial<EvalCase> = {}): EvalCase {
  return {
    id: 'capital-of-france',
    expectedOutcome: 'Names Paris',
    inputMessages: [{ role: 'user', content: 'What is the capital of France?' }],
    expectedMessages: [{ role: 'assistant', content: 'Paris' }],
    evaluators: [{ name: 'contains', type: 'contains', weight: 1, options: { value: 'Paris' } }],
    execution: {},
    weight: 1,
    tags: [],
    ...overrides,
  };
}
