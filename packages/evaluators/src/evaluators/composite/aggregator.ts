import { recordOf } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { nonNegative, positive } from '../../options/numbers.js';
import { ModelSchema, requiredText, wordedText } from '../../options/texts.js';
import { KEEP_DAEMONS } from '../../processes/keep-daemons.js';
import { scriptSchema } from '../../processes/script-argv.js';

const WeightedAverageSchema = entryObject(
  {
    type: v.literal('weighted_average'),
    weights: v.optional(
      v.pipe(
        recordOf(nonNegative('weights'), 'weights must map names of members to numbers'),
        v.description('Weights by member name, instead of the members’ own weights'),
      ),
    ),
  },
  'aggregator',
);

const CodeJudgeSchema = entryObject(
  {
    type: v.literal('code_judge'),
    script: v.optional(
      v.pipe(scriptSchema('script'), v.description('Script that reads the results and prints a score')),
    ),
    path: v.optional(v.pipe(scriptSchema('path'), v.description('The same as `script`'))),
    cwd: v.optional(v.pipe(wordedText('cwd'), v.description('Working folder, relative to the folder of the suite'))),
    timeout_seconds: v.optional(
      v.pipe(positive('timeout_seconds'), v.description('Seconds after which the script is stopped')),
    ),
    keep_daemons: v.optional(v.pipe(v.boolean('keep_daemons must be true or false'), v.description(KEEP_DAEMONS))),
  },
  'aggregator',
);

const LlmJudgeSchema = entryObject(
  {
    type: v.literal('llm_judge'),
    prompt: v.optional(
      v.pipe(
        requiredText('prompt'),
        v.description('The prompt as text or path; the results are inserted at `{{ evaluator_results_json }}`'),
      ),
    ),
    model: v.optional(ModelSchema),
  },
  'aggregator',
);

/** How the results of members become one. */
export const AggregatorSchema = v.pipe(
  v.variant('type', [WeightedAverageSchema, CodeJudgeSchema, LlmJudgeSchema], (issue) =>
    issue.path === undefined
      ? 'aggregator must be a mapping with a type'
      : 'aggregator.type must be one of weighted_average, code_judge, llm_judge',
  ),
  v.check(
    (aggregator) =>
      aggregator.type !== 'code_judge' || (aggregator.script === undefined) !== (aggregator.path === undefined),
    'a code_judge aggregator needs script (or its other name, path), one of them',
  ),
);

export type Aggregator = v.InferOutput<typeof AggregatorSchema>;
