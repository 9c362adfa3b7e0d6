import type { RuleDefinition } from '@assay/schema';
import { exactMatch as exactMatchRule } from '../rules/exact-match.js';
import { forbiddenPhrases } from '../rules/forbidden-phrases.js';
import { jsonValid } from '../rules/json-valid.js';
import { lengthMax } from '../rules/length-max.js';
import { requiredKeys } from '../rules/required-keys.js';
import { rubricScore } from '../rules/rubric-score.js';
import { scoreAbove } from '../rules/score-above.js';

/** Every installed scoring rule of test cases. Each is an evaluator of its name too. */
export const installedRules: readonly RuleDefinition[] = [
  exactMatchRule,
  forbiddenPhrases,
  jsonValid,
  lengthMax,
  requiredKeys,
  rubricScore,
  scoreAbove,
];
