import { CASE_VARIABLES } from './case-variables.js';
import { CASE_MATERIAL, DEFAULT_AGGREGATOR_PROMPT, DEFAULT_JUDGE_PROMPT, RESULTS_MATERIAL } from './judge-prompts.js';
import type { PromptKind } from './render-prompt.js';

/** Asks about the response. */
export const JUDGE_PROMPT: PromptKind = {
  fallback: DEFAULT_JUDGE_PROMPT,
  known: CASE_VARIABLES,
  essential: ['candidate_answer', 'candidate_turns', 'output_messages'],
  material: CASE_MATERIAL,
};

const RESULTS = ['evaluator_results_json', 'EVALUATOR_RESULTS_JSON'];

/** Asks about the results of other evaluators. */
export const AGGREGATOR_PROMPT: PromptKind = {
  fallback: DEFAULT_AGGREGATOR_PROMPT,
  known: [...CASE_VARIABLES, ...RESULTS],
  essential: RESULTS,
  material: RESULTS_MATERIAL,
};
