/** Names that the list of cases may have in a suite file, in order of precedence. */
export const CASE_LIST_KEYS: readonly string[] = ['evalcases', 'eval_cases', 'cases', 'tests'];
