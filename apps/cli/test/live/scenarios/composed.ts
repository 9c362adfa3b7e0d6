import { scenario, type Scenario } from '../scenario.js';

const polite = { name: 'polite', type: 'rubric', rubrics: ['Is polite'] };
const POLITE = { name: 'polite', type: 'rubric', score: 1, hits: ['Is polite'], points: [{ text: 'Is polite', score: 1, votes: [1, 1, 1] }] };
const ALL_POLITE = { about: 'Is polite', votes: ['FULLY_MET', 'FULLY_MET', 'FULLY_MET'] } as const;

/** Evaluators of evaluators: a weighted mean, a script that decides, and judges over a nested one. */
export const COMPOSED: readonly Scenario[] = [
  scenario('gate-by-weights', 'Can I have my money back?', 'We are happy to help!', {
    fields: {
      evaluators: [
        {
          name: 'release',
          type: 'composite',
          evaluators: [polite, { name: 'facts', type: 'contains', value: '30 days' }],
          aggregator: { type: 'weighted_average', weights: { polite: 0.3, facts: 0.7 } },
        },
      ],
    },
    opinions: [ALL_POLITE],
    expected: {
      score: 0.3,
      verdict: 'fail',
      evaluators: [
        {
          name: 'release',
          type: 'composite',
          score: 0.3,
          hits: ['polite: Is polite'],
          misses: ['facts: contains "30 days"'],
          members: [
            { ...POLITE, weight: 0.3 },
            { name: 'facts', type: 'contains', weight: 0.7, score: 0, misses: ['contains "30 days"'] },
          ],
        },
      ],
    },
  }),
  scenario('gate-by-script', 'Can I have half of it back?', 'Yes, within 30 days.', {
    fields: {
      evaluators: [
        {
          name: 'gate',
          type: 'composite',
          evaluators: [polite, { name: 'quality', type: 'llm_judge', prompt: 'How complete is this reply?' }],
          aggregator: { type: 'code_judge', path: 'node ../checks/lowest.mjs' },
        },
        { type: 'contains', value: '30 days', weight: 3 },
      ],
    },
    opinions: [ALL_POLITE, { about: 'How complete', votes: [0.4, 0.5, 0.6] }],
    expected: {
      score: (0.5 + 3) / 4,
      verdict: 'pass',
      evaluators: [
        {
          name: 'gate',
          type: 'composite',
          score: 0.5,
          misses: ['quality is the lowest'],
          members: [POLITE, { name: 'quality', type: 'llm_judge', score: 0.5, votes: [0.4, 0.5, 0.6] }],
        },
        { name: 'contains', type: 'contains', weight: 3, score: 1, hits: ['contains "30 days"'] },
      ],
    },
  }),
  scenario('gate-by-judges', 'Can I have a coupon instead?', 'Yes, of course: the code is SPRING.', {
    fields: {
      evaluators: [
        {
          name: 'decision',
          type: 'composite',
          evaluators: [
            {
              name: 'content',
              type: 'composite',
              evaluators: [
                { name: 'code', type: 'matches', value: '[A-Z]{6}' },
                { name: 'short', type: 'not_matches', value: '.{200}', weight: 3 },
              ],
            },
            polite,
          ],
          aggregator: { type: 'llm_judge', prompt: 'Weigh these results: {{ evaluator_results_json }}\n\n{{ question }}' },
        },
      ],
    },
    opinions: [{ about: 'Weigh these results', votes: [0.9, 0.9, 0.6], hits: ['agrees'] }, ALL_POLITE],
    expected: {
      score: 0.8,
      verdict: 'pass',
      evaluators: [
        {
          name: 'decision',
          type: 'composite',
          score: 0.8,
          hits: ['agrees'],
          votes: [0.9, 0.9, 0.6],
          members: [
            {
              name: 'content',
              type: 'composite',
              score: 1,
              hits: ['code: matches "[A-Z]{6}"', 'short: not_matches ".{200}"'],
              members: [
                { name: 'code', type: 'matches', score: 1, hits: ['matches "[A-Z]{6}"'] },
                { name: 'short', type: 'not_matches', weight: 3, score: 1, hits: ['not_matches ".{200}"'] },
              ],
            },
            POLITE,
          ],
        },
      ],
    },
  }),
];
