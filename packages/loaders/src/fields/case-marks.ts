import { EVAL_CASE_ALIASES } from '@assay/schema';

/** Keys by which an eval case is known from items of other dialects. */
export const CASE_MARKS: readonly string[] = [...EVAL_CASE_ALIASES.outcome, 'input_messages', ...EVAL_CASE_ALIASES.expected];
