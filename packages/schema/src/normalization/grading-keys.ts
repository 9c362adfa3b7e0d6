import { nearestMatch } from '../diagnostics/nearest-match.js';

/** The keys of a mapping by which replies are scored, and how that is written. */
export interface GradingKeys {
  readonly read: readonly string[];
  /** What to write instead of a key that is not read, in one sentence. */
  readonly how: string;
}

/**
 * Names by which evaluation tools call what a reply is scored by. Dropping one of them would score
 * the reply by something else, so that where it is not read it is an error and no warning.
 */
const GRADING_NAMES: ReadonlySet<string> = new Set([
  'args_match', 'assert', 'asserts', 'assertion', 'assertions', 'assert_set', 'default_test',
  'check', 'checks', 'checker', 'checkers', 'criteria', 'criterion',
  'eval', 'evals', 'evaluate', 'evaluation', 'evaluations', 'evaluator', 'evaluators', 'evaluator_config',
  'expect', 'expects', 'expectation', 'expectations',
  'grade', 'grader', 'graders', 'grading', 'judge', 'judges', 'judgement', 'judgements',
  'metric', 'metrics', 'min_score', 'pass_threshold', 'points', 'required_min_score', 'rubric', 'rubrics',
  'rule', 'rules', 'score', 'scorer', 'scorers', 'scores', 'scoring', 'should', 'should_not',
  'test', 'tests', 'threshold', 'thresholds', 'validate', 'validation', 'validations', 'validator', 'validators',
  'verifier', 'verifiers', 'verify',
]);

/** Names that are made with such a word: `success_criteria`, `llm_rubric`, `must_contain`, and those that say who judges: `judge_model`. */
const GRADING_PART = /^(?:grader|judge)_(?:llm|model|provider|target)s?$|_(?:asserts?|assertions?|criteria|criterion|evaluators?|expectations?|graders?|rubrics?|scorers?|validators?)$|^(?:must|should)_/u;

/** Shorter names are too near to words that mean something else (`rule` and `role`). */
const LONG_NAMES = [...GRADING_NAMES].filter((name) => name.length >= 8);

/** A key as the names of evaluators are spelled. */
export function asWritten(key: string): string {
  return key.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '_').replaceAll('-', '_').toLowerCase();
}

/**
 * True for a key that nobody reads although it says how replies are scored: a name that other tools
 * have for that, or a mistyped one of those that are read.
 * @param known All keys of the mapping that are read.
 */
export function isUnreadGrading(key: string, known: readonly string[], { read }: GradingKeys): boolean {
  const name = asWritten(key);
  if (GRADING_NAMES.has(name) || GRADING_PART.test(name)) return true;
  const nearest = nearestMatch(key, known);
  return nearest === undefined ? nearestMatch(name, LONG_NAMES) !== undefined : read.includes(nearest);
}
