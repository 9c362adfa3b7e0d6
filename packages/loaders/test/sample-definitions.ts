import * as v from 'valibot';
import { defineEvaluator, type Definitions } from '@assay/schema';

const parts = { description: 'For tests.', examples: [], programs: 'never' as const, evaluate: () => ({ score: null }) };

/** A few evaluators with options of each kind. */
export const sampleDefinitions: Definitions = {
  evaluators: [
    defineEvaluator({ ...parts, name: 'llm_judge', aliases: ['llm-judge'], options: v.object({ prompt: v.optional(v.string()), model: v.optional(v.string()) }) }),
    defineEvaluator({ ...parts, name: 'rubric', options: v.object({ rubrics: v.array(v.union([v.string(), v.object({ description: v.string() })])) }) }),
    defineEvaluator({ ...parts, name: 'latency', options: v.object({ max_ms: v.number(), unit: v.optional(v.picklist(['ms', 's']), 'ms') }) }),
    defineEvaluator({ ...parts, name: 'code_judge', options: v.object({ script: v.union([v.string(), v.array(v.string())]) }), commands: [['script']], openOptions: true }),
    defineEvaluator({ ...parts, name: 'composite', commands: [['aggregator', 'script']], options: v.object({ evaluators: v.array(v.looseObject({ type: v.string() })), aggregator: v.optional(v.looseObject({ type: v.string() })), threshold: v.optional(v.number()) }) }),
  ],
  pointFunctions: [],
  rules: [],
  providers: [],
};
