import { CASE_VARIABLES } from '../../templates/case-variables.js';
import type { PromptKind } from '../../templates/render-prompt.js';

/** Asks to weigh the results of several evaluators. Used by `llm_judge` aggregators without a prompt. */
const DEFAULT_PROMPT = `Several evaluators have graded one answer of an AI system. Weigh their results and give the answer
one overall score, from 0 (unusable) to 1 (fully right).
- A result of which the score is null could not be obtained: leave it out.
- Where results disagree, prefer the one with the better reasons.

{{ expected_outcome }}

{{ evaluator_results_json }}
`;

/** Put after an aggregator's prompt that does not show the results. */
const MATERIAL = `

{{ evaluator_results_json }}
`;

const RESULTS = ['evaluator_results_json', 'EVALUATOR_RESULTS_JSON'];

/** Asks about the results of other evaluators. */
export const AGGREGATOR_PROMPT: PromptKind = {
  fallback: DEFAULT_PROMPT,
  known: [...CASE_VARIABLES, ...RESULTS],
  essential: RESULTS,
  material: MATERIAL,
};
