import { defineEvaluator, UnscoredError } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { ModelSchema, panelOf, wordedText } from '../../options/texts.js';

/** Every pair is judged in both orders: so many replies make 90 requests for each judge. */
const MOST_REPLIES = 10;

/** What replies are compared by unless something else is said. */
export const DEFAULT_CRITERION = 'Reaches the expected outcome, and serves whoever asked.';

/** The judges pick the best of the replies of several targets. */
export const selectBest = defineEvaluator({
  name: 'select_best',
  aliases: ['select-best'],
  description:
    'Asks the judges to pick the best of the replies of all targets and variants to a case: 1 for the best, 0 for the others; replies that tie ' +
    'for first place share the 1. Each pair of replies is compared in both orders; if a judge changes its mind with the order, the pair counts ' +
    'as a tie for that judge.',
  options: entryObject({
    criteria: v.optional(
      v.pipe(wordedText('criteria'), v.description('What the best reply does better than the others; default is reaching the expected outcome')),
    ),
    model: v.optional(ModelSchema),
  }),
  programs: 'never',
  uses: ['judge'],
  // Of replies that are equal nobody is asked.
  judgementsOf: (_, replies) => ({ least: 0, most: replies > MOST_REPLIES ? 0 : replies * (replies - 1) }),
  examples: [
    { title: 'By the expected outcome', value: { type: 'select_best' } },
    { title: 'By a criterion of your own', value: { type: 'select_best', criteria: 'Explains it so that a child of ten understands it' } },
    { title: 'Shown, and not counted', value: { name: 'wins', type: 'select_best', weight: 0, model: 'openai:gpt-4.1-mini' } },
  ],
  compare: async ({ options, evalCase, replies, services, signal }) => {
    if (replies.length > MOST_REPLIES) {
      throw new UnscoredError(`there are ${replies.length} replies to compare, and it compares at most ${MOST_REPLIES}`, {
        reason: 'config',
        hint: 'run fewer targets or variants at once',
      });
    }
    const { criteria: criterion = DEFAULT_CRITERION, model } = options;
    const { pickBest } = await import('./pick-best.js');
    return pickBest(replies, { criterion, evalCase, panel: services.judges(panelOf(model)), signal });
  },
});
