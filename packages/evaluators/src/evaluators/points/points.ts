import { defineEvaluator, parseRubric, type EvaluatorDefinition, type JsonObject, type PanelSpec, type PointFunctionDefinition } from '@assay/schema';
import * as v from 'valibot';
import { loadOnce } from '../../loading/load-once.js';
import { entryObject } from '../../options/entry-object.js';
import { reversedList } from '../../options/reversed-list.js';
import { wordedText } from '../../options/texts.js';
import { weightProblems } from '../../options/weight-problems.js';
import { checkPoints } from './check-points.js';
import { listPoints, type ListedPoints } from './list-points.js';
import { rubricList } from './point-schema.js';

const loadScoring = loadOnce(() => Promise.all([import('./assess-points.js'), import('./score-points.js')]));

const JudgeSchema = entryObject(
  {
    id: v.optional(v.pipe(wordedText('id'), v.description('Name in results'))),
    model: v.pipe(wordedText('model'), v.description('A target, or `provider:model`')),
    approach: v.optional(
      v.pipe(
        v.picklist(['standard', 'prompt-aware', 'holistic'], 'approach must be standard, prompt-aware or holistic'),
        v.description('Kept with the judge; every judge sees the whole conversation'),
      ),
    ),
  },
  'a judge',
);

const OptionsSchema = v.pipe(
  entryObject({
    should: rubricList(
      'should',
      'Points that a good response meets: texts for the judges, `{$function: argument}` for checks, with `multiplier` (or `weight`) and `citation` ' +
        'beside them. A list of points is one of several ways to answer, a list of such lists several ways to meet one point',
    ),
    should_not: rubricList('should_not', 'Points that a good response does not meet; they count in reverse'),
    scale: v.optional(
      v.pipe(
        v.picklist(['five_point', 'nine_point'], 'scale must be five_point or nine_point'),
        v.description('Classes that the judges choose from; default five_point'),
      ),
    ),
    judges: v.optional(
      v.pipe(
        v.array(JudgeSchema, 'judges must be a list'),
        v.minLength(1, 'judges must list at least one judge'),
        v.description('Judges to use instead of the run’s'),
      ),
    ),
    backup: v.optional(v.pipe(JudgeSchema, v.description('Judge to ask when all of `judges` have failed'))),
  }),
  v.check(({ backup, judges }) => backup === undefined || judges !== undefined, 'backup stands beside judges: name them too'),
);

type Options = v.InferOutput<typeof OptionsSchema>;

function pointsOf({ should = [], should_not: shouldNot = [] }: Options): ListedPoints {
  return listPoints(parseRubric(should, 'should').items, parseRubric(shouldNot, 'should_not').items);
}

/** Each is one question to the judges. */
function judgedPoints(options: Options): number {
  return pointsOf(options).points.filter(({ point }) => !('fn' in point)).length;
}

function panelOf({ judges, backup }: Options): PanelSpec | undefined {
  return judges && { judges, ...(backup === undefined ? {} : { backup }) };
}

const EXAMPLES = [
  {
    title: 'Judged points and checks',
    value: {
      type: 'points',
      should: ['Is polite', { $contains: 'refund' }, { $word_count_between: [10, 80], weight: 0.5 }],
      should_not: [{ $icontains: 'as an AI' }],
    },
  },
  {
    title: 'Two ways to answer',
    value: {
      type: 'points',
      should: [
        { $not_icontains: 'error' },
        ['Gives the answer directly', { $contains: '42' }],
        ['Asks what is meant', { $matches: '\\?' }],
      ],
    },
  },
  {
    title: 'With judges of its own, on a finer scale',
    value: {
      type: 'points',
      should: ['Names the three duties of a fiduciary'],
      scale: 'nine_point',
      judges: [{ id: 'first', model: 'openai:gpt-4o-mini' }, { model: 'anthropic:claude-3-5-haiku-latest' }],
      backup: { model: 'google:gemini-2.5-flash' },
    },
  },
];

/**
 * Scores a rubric of points, judged ones and computed ones, with alternatives.
 * @param pointFunctions Those that its points may call.
 */
export const pointsEvaluator = (pointFunctions: readonly PointFunctionDefinition[]): EvaluatorDefinition => defineEvaluator({
  name: 'points',
  description:
    'Scores a rubric of points: statements that judges assess one by one, and checks that are computed, with weights and alternative ways to ' +
    'answer. Blueprints use this evaluator.',
  options: OptionsSchema,
  programs: 'never',
  examples: EXAMPLES,
  uses: ['judge'],
  // A path of should_not that is met in full fails the case, whatever the score.
  mustHold: ({ should_not: shouldNot }) => (Array.isArray(shouldNot) && shouldNot.some(Array.isArray) ? 'default' : undefined),
  judgesOf(options: JsonObject) {
    const checked = v.safeParse(OptionsSchema, options);
    if (!checked.success) return undefined;
    return judgedPoints(checked.output) > 0 ? panelOf(checked.output) : 'none';
  },
  judgementsOf(options: JsonObject) {
    const checked = v.safeParse(OptionsSchema, options);
    return checked.success ? judgedPoints(checked.output) : 0;
  },
  reordered(options: JsonObject) {
    const checked = v.safeParse(OptionsSchema, options);
    if (!checked.success || judgedPoints(checked.output) < 2) return undefined;
    return reversedList('should', 'should_not')(options);
  },
  check: ({ options }) => {
    const { points: all } = pointsOf(options);
    const key = String(all[0]?.at[0] ?? 'should');
    return [...checkPoints(all, pointFunctions), ...weightProblems(all.map(({ point }) => point.weight ?? 1), 'points', key)];
  },
  evaluate: async (input) => {
    const { options, services } = input;
    const { points: all, rubric } = pointsOf(options);
    const [{ assessPoints }, { scorePoints }] = await loadScoring();
    const assessed = await assessPoints(all, {
      input,
      pointFunctions,
      scale: options.scale ?? 'five_point',
      panel: () => services.judges(panelOf(options)),
    });
    return scorePoints(assessed, rubric, services.thresholds);
  },
});
