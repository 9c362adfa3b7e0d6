import { defineEvaluator, joinRequirements, referenceAnswer } from '@assay/schema';
import * as v from 'valibot';
import { loadOnce } from '../../loading/load-once.js';
import { entryObject } from '../../options/entry-object.js';
import { reversedList } from '../../options/reversed-list.js';
import { panelOf, ModelSchema } from '../../options/texts.js';
import { weightProblems } from '../../options/weight-problems.js';
import { judgedReply } from '../../panels/judged-reply.js';
import { RubricItemSchema, rubricItem } from './rubric-item.js';
import { PreprocessorsSchema } from '../../reply-files/preprocessors-schema.js';
import { readsReplyFiles } from '../../reply-files/reads-reply-files.js';

const loadScoring = loadOnce(() => import('./score-rubric.js'));

const OptionsSchema = entryObject({
  rubrics: v.pipe(
    v.array(RubricItemSchema, 'rubrics must be a list of statements'),
    v.minLength(1, 'rubrics must list at least one statement'),
    v.description(
      'Statements about the response: texts, or objects with description, weight, required, score_ranges …',
    ),
  ),
  model: v.optional(ModelSchema),
  preprocessors: PreprocessorsSchema,
});

/** Asks the judges about one statement after the other. */
export const rubric = readsReplyFiles(defineEvaluator({
  name: 'rubric',
  aliases: ['rubrics'],
  description:
    'Asks the judges about each statement of a list separately; the score is the weighted mean over the statements. A statement that is ' +
    'clearly missed fails the case, unless it has `required: false`.',
  options: OptionsSchema,
  examples: [
    { title: 'Statements', value: { type: 'rubric', rubrics: ['Must be polite', 'Names a next step'] } },
    {
      title: 'With weights, and one that must hold',
      value: {
        type: 'rubric',
        model: 'gpt-4',
        rubrics: [
          { id: 'codes', description: 'Explains the 4xx codes', weight: 2, required: true },
          { id: 'examples', description: 'Has practical examples' },
        ],
      },
    },
    {
      title: 'With meanings for the scores 0 to 10',
      value: {
        type: 'rubric',
        rubrics: [
          {
            id: 'accuracy',
            description: 'Factual accuracy',
            required_min_score: 6,
            score_ranges: [
              { score_range: [0, 3], description: 'Mostly wrong' },
              { score_range: [4, 7], description: 'Right in the main points' },
              { score_range: [8, 10], description: 'Right in every detail' },
            ],
          },
        ],
      },
    },
  ],
  uses: ['judge'],
  judgementsOf: ({ rubrics }) => (Array.isArray(rubrics) ? rubrics.length : 0),
  reordered: reversedList('rubrics'),
  mustHold(options, { rubricRequired }) {
    const checked = v.safeParse(OptionsSchema, options);
    if (!checked.success) return undefined;
    const items = checked.output.rubrics.map((line) => rubricItem(line, rubricRequired));
    return joinRequirements(items.map(({ weight, required, minimum }) => ({ weight, requirements: { open: minimum === 0 ? undefined : required } })))?.open;
  },
  check: ({ options: { rubrics } }) => weightProblems(rubrics.map((line) => rubricItem(line, true).weight), 'lines of the rubric', 'rubrics'),
  evaluate: async ({ options, evalCase, response, services, signal }) => {
    const panel = services.judges(panelOf(options.model));
    const reference = referenceAnswer(evalCase.expectedMessages);
    const judged = await Promise.all(
      options.rubrics.map((line) => rubricItem(line, services.rubricRequired ?? true)).map(async (item) => ({
        item,
        result: await panel.assess(
          {
            kind: 'criterion',
            scale: item.scale,
            criterion: item.text,
            input: evalCase.inputMessages,
            ...judgedReply(response),
            ...(evalCase.expectedOutcome === '' ? {} : { expectedOutcome: evalCase.expectedOutcome }),
            ...(reference === '' ? {} : { referenceAnswer: reference }),
          },
          { signal },
        ),
      })),
    );
    const { scoreRubric } = await loadScoring();
    return scoreRubric(judged, services.thresholds);
  },
}));
