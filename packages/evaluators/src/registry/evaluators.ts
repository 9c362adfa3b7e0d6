import type { EvaluatorDefinition, PointFunctionDefinition } from '@assay/schema';
import { codeJudge } from '../evaluators/code-judge/code-judge.js';
import { composite } from '../evaluators/composite/composite.js';
import { cost } from '../evaluators/cost.js';
import { exactMatch } from '../evaluators/exact-match.js';
import { fieldAccuracy } from '../evaluators/field-accuracy/field-accuracy.js';
import { jsonSchema } from '../evaluators/json-schema/json-schema.js';
import { latency } from '../evaluators/latency.js';
import { llmJudge } from '../evaluators/llm-judge/llm-judge.js';
import { pointsEvaluator } from '../evaluators/points/points.js';
import { rubric } from '../evaluators/rubric/rubric.js';
import { selectBest } from '../evaluators/select-best/select-best.js';
import { similar } from '../evaluators/similar.js';
import { tokenUsage } from '../evaluators/token-usage.js';
import { toolTrajectory } from '../evaluators/tool-trajectory/tool-trajectory.js';

/** The evaluators that have a file or folder of their own. @param pointFunctions Those that rubrics may call. */
export const ownEvaluators = (pointFunctions: readonly PointFunctionDefinition[]): readonly EvaluatorDefinition[] => [
  codeJudge,
  composite,
  cost,
  exactMatch,
  fieldAccuracy,
  jsonSchema,
  latency,
  llmJudge,
  pointsEvaluator(pointFunctions),
  rubric,
  selectBest,
  similar,
  tokenUsage,
  toolTrajectory,
];
