import { as, not, schema, texts, togetherFrom, withoutFileScheme, type AssertionType } from './assertion-type.js';

/** Judges, and what they are asked, as assertions name them. */
const JUDGED = { provider: 'model', target: 'model', rubricPrompt: 'prompt' };
const SCRIPT = 'write - type: script with script: [program, argument, …], which reads the reply as JSON and prints a score';
const TRAJECTORY = 'write - type: tool_trajectory, tool_called or tool_call_order';

/**
 * How assertions are read: a line for each type, by the names that other tools have for it. Types that are not listed are
 * names of installed evaluators, with `-` for `_` where one likes that better. `not-` may stand in front of all that are read.
 */
export const ASSERTION_TYPES: Readonly<Record<string, AssertionType>> = {
  // Texts
  equals: as('equals'),
  contains: as('contains'),
  icontains: as('icontains'),
  'contains-all': as('contains_all_of', {}, { fixed: { threshold: 1 }, readValue: texts }),
  'icontains-all': as('icontains_all_of', {}, { fixed: { threshold: 1 }, readValue: texts }),
  'contains-any': as('contains_any_of', {}, { readValue: texts }),
  'icontains-any': as('icontains_any_of', {}, { readValue: texts }),
  'starts-with': as('starts_with'),
  'ends-with': as('ends_with'),
  regex: as('regex'),
  'is-refusal': as('is_refusal'),

  // JSON
  'is-json': as('contains_json', {}, { fixed: { whole: true }, readValue: schema }),
  'contains-json': as('contains_json', {}, { readValue: schema }),
  'is-xml': not(SCRIPT),
  'contains-xml': not(SCRIPT),
  'is-html': not(SCRIPT),
  'contains-html': not(SCRIPT),
  'is-sql': not(SCRIPT),
  'contains-sql': not(SCRIPT),

  // Closeness
  similar: as('similar'),
  'similar:cosine': as('similar'),
  'similar:dot': not('write - type: similar, which compares by cosine'),
  'similar:euclidean': not('write - type: similar, which compares by cosine'),
  levenshtein: as('levenshtein', { threshold: 'max_distance' }, { fixed: { max_distance: 5 } }),
  'rouge-n': as('rouge_n'),
  bleu: as('bleu'),
  gleu: not('write - type: bleu or rouge_n'),
  meteor: not('write - type: bleu, rouge_n or similar'),

  // Figures
  latency: as('latency', { threshold: 'max_ms' }),
  cost: as('cost', { threshold: 'max_usd' }),
  'token-usage': as('token_usage'),
  perplexity: not('leave it out: a target reports no likelihood of its tokens'),
  'perplexity-score': not('leave it out: a target reports no likelihood of its tokens'),
  'word-count': not('write - type: word_count_between with value: [least, most]'),
  'finish-reason': not('leave it out: the row of every trial says how its reply ended'),

  // Programs
  javascript: as('javascript'),
  script: as('script', { command: 'script', value: 'script' }),
  python: not(`${SCRIPT}: script: [python3, check.py]`),
  ruby: not(`${SCRIPT}: script: [ruby, check.rb]`),
  'code-judge': as('code_judge', { command: 'script' }),
  'code-grader': as('code_judge', { command: 'script' }),
  webhook: not(SCRIPT),

  // Judges
  'llm-judge': as('llm_judge', JUDGED, { readValue: (prompt) => ({ prompt: withoutFileScheme(prompt) }) }),
  'llm-grader': as('llm_judge', JUDGED, { readValue: (prompt) => ({ prompt: withoutFileScheme(prompt) }) }),
  'llm-rubric': as('llm_rubric', JUDGED),
  'model-graded-closedqa': as('llm_rubric', JUDGED),
  'g-eval': as('g_eval', JUDGED),
  factuality: as('factuality', JUDGED),
  'model-graded-factuality': as('factuality', JUDGED),
  'answer-relevance': as('answer_relevance', JUDGED),
  'context-faithfulness': as('context_faithfulness', JUDGED),
  'context-recall': as('context_recall', JUDGED),
  'context-relevance': not('write - type: llm_rubric with what the context has to have'),
  'conversation-relevance': not('write - type: answer_relevance or llm_rubric'),
  classifier: as('classifier', { provider: 'model', target: 'model' }),
  rubric: as('rubric', { ...JUDGED, criteria: 'rubrics', value: 'rubrics' }),
  rubrics: as('rubric', { ...JUDGED, criteria: 'rubrics', value: 'rubrics' }),
  'select-best': as('select_best', { ...JUDGED, value: 'criteria' }),
  'max-score': not('run the targets and compare their scores with assay compare'),
  'search-rubric': not('write - type: llm_judge with a judge that searches'),
  'agent-rubric': not('write - type: llm_judge with a judge that is an agent'),
  'agent-judge': not('write - type: llm_judge with a judge that is an agent'),
  pi: not('write - type: rubric'),
  moderation: not(SCRIPT),
  guardrails: not('leave it out: the row of every trial says whether its reply was filtered'),
  human: not('label replies with assay label, or leave it out'),

  // Tools
  'tool-trajectory': as('tool_trajectory'),
  'tool-call-f1': not(TRAJECTORY),
  'trajectory:tool-used': not(TRAJECTORY),
  'trajectory:tool-args-match': not('write - type: tool_args_match'),
  'trajectory:tool-sequence': not('write - type: tool_call_order'),
  'trajectory:step-count': not('write - type: tool_call_count_between'),
  'trajectory:goal-success': not('write - type: llm_judge'),
  'is-valid-function-call': not(TRAJECTORY),
  'is-valid-openai-function-call': not(TRAJECTORY),
  'is-valid-openai-tools-call': not(TRAJECTORY),
  'skill-used': not('write - type: tool_called'),
  'skill-trigger': not('write - type: tool_called'),
  'trace-span-count': not('leave it out: spans are not recorded'),
  'trace-span-duration': not('leave it out: spans are not recorded'),
  'trace-error-spans': not('leave it out: spans are not recorded'),
  'execution-metrics': as('composite', {}, { members: ['assertions'], readThreshold: togetherFrom }),

  // Several in one
  'assert-set': as('composite', {}, { members: ['assert', 'assertions'], readThreshold: togetherFrom }),
  turns: as('turns', {}, { members: ['assert'] }),
  composite: as('composite', {}, { members: ['assertions', 'assert', 'evaluators'], readThreshold: togetherFrom }),
};
