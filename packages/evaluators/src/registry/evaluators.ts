import type { EvaluatorDefinition, PointFunctionDefinition } from '@assay/schema';
import { answerRelevance } from '../evaluators/answer-relevance/answer-relevance.js';
import { bleu } from '../evaluators/bleu/bleu.js';
import { classifier } from '../evaluators/classifier.js';
import { codeJudge } from '../evaluators/code-judge/code-judge.js';
import { composite } from '../evaluators/composite/composite.js';
import { containsJson } from '../evaluators/contains-json.js';
import { contextFaithfulness } from '../evaluators/context-faithfulness/context-faithfulness.js';
import { contextRecall } from '../evaluators/context-recall/context-recall.js';
import { cost } from '../evaluators/cost.js';
import { equals } from '../evaluators/equals.js';
import { exactMatch } from '../evaluators/exact-match.js';
import { factuality } from '../evaluators/factuality/factuality.js';
import { fieldAccuracy } from '../evaluators/field-accuracy/field-accuracy.js';
import { gEval } from '../evaluators/g-eval/g-eval.js';
import { isRefusal } from '../evaluators/is-refusal.js';
import { javascript } from '../evaluators/javascript/javascript.js';
import { jsonSchema } from '../evaluators/json-schema/json-schema.js';
import { label } from '../evaluators/label/label.js';
import { latency } from '../evaluators/latency.js';
import { levenshtein } from '../evaluators/levenshtein.js';
import { llmJudge } from '../evaluators/llm-judge/llm-judge.js';
import { llmRubric } from '../evaluators/llm-rubric/llm-rubric.js';
import { pointsEvaluator } from '../evaluators/points/points.js';
import { regex } from '../evaluators/regex.js';
import { rougeN } from '../evaluators/rouge-n.js';
import { rubric } from '../evaluators/rubric/rubric.js';
import { script } from '../evaluators/script/script.js';
import { selectBest } from '../evaluators/select-best/select-best.js';
import { similar } from '../evaluators/similar.js';
import { tokenUsage } from '../evaluators/token-usage.js';
import { toolTrajectory } from '../evaluators/tool-trajectory/tool-trajectory.js';
import { turns } from '../evaluators/turns/turns.js';

/** The evaluators that have a file or folder of their own. @param pointFunctions Those that rubrics may call. */
export const ownEvaluators = (pointFunctions: readonly PointFunctionDefinition[]): readonly EvaluatorDefinition[] => [
  answerRelevance,
  bleu,
  classifier,
  codeJudge,
  composite,
  containsJson,
  contextFaithfulness,
  contextRecall,
  cost,
  equals,
  exactMatch,
  factuality,
  fieldAccuracy,
  gEval,
  isRefusal,
  javascript,
  jsonSchema,
  label,
  latency,
  levenshtein,
  llmJudge,
  llmRubric,
  pointsEvaluator(pointFunctions),
  regex,
  rougeN,
  rubric,
  script,
  selectBest,
  similar,
  tokenUsage,
  toolTrajectory,
  turns,
];
