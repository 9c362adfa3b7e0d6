import { EVAL_CASE_ALIASES } from '@assay/schema';

const [DATASET] = EVAL_CASE_ALIASES.dataset;

/** The keys under which cases and suites have assertions. */
export const ASSERTION_KEYS: readonly string[] = ['assert', 'assertions'];

/** Keys of the head of a file that ask something of a run by themselves. */
export const RUN_KEYS: readonly string[] = ['repeat', 'runs', 'threshold', 'timeout_seconds', 'budget_usd', 'workers', 'cache'];

/** Keys of a suite's head. A file that has no others and no cases is a sidecar. */
export const SUITE_HEADER_KEYS: readonly string[] = [
  'description',
  DATASET,
  'execution',
  'evaluator',
  'evaluators',
  'rubrics',
  ...ASSERTION_KEYS,
  'targets',
  'tags',
  'alias_precedence',
  'prompts',
  'vars',
  'target',
  'input',
  'input_files',
  'workspace',
  'default_test',
  'preprocessors',
  ...RUN_KEYS,
  'evaluate_options',
  'experiment',
];

/** Keys that a sidecar of a table has besides. */
export const TABLE_KEYS: readonly string[] = ['columns', 'delimiter'];
