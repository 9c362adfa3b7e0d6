import type { AliasTable } from './alias-table.js';

/** The names of fields of eval cases, and of the suites that hold them. */
export const EVAL_CASE_ALIASES = {
  cases: ['evalcases', 'eval_cases', 'cases', 'tests'],
  dataset: ['dataset', 'name', 'suite'],
  outcome: ['expected_outcome', 'outcome', 'criteria'],
  input: ['input_messages', 'input'],
  expected: ['expected_messages', 'expected_output'],
  /** With a dot: a key in the mapping under another one. */
  evaluators: ['evaluators', 'execution.evaluators', 'evaluator'],
  /** What a line of a rubric says. */
  criterion: ['description', 'criterion', 'outcome', 'text'],
} as const satisfies AliasTable;
