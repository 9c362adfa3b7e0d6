/** What people call those who judge: `judge`, `judges`, `judge_model`, `grader_target` … What they call graders may be evaluators. */
const JUDGE_NAMES = ['judge', 'judges', ...['judge', 'grader'].flatMap((name) => ['llm', 'model', 'provider', 'target'].flatMap((what) => [`${name}_${what}`, `${name}_${what}s`]))];

/** Advice on keys that say who judges, where nothing reads them. */
export function judgeHints<T>(advice: T): Readonly<Record<string, T>> {
  return Object.fromEntries(JUDGE_NAMES.map((name) => [name, advice]));
}
