import { expect } from 'vitest';
import { result, scenario, type ExpectedResult, type Scenario } from '../scenario.js';

const RANGES = [
  { score_range: [0, 3], description: 'Mostly wrong' },
  { score_range: [4, 7], description: 'Right in the main points' },
  { score_range: [8, 10], description: 'Right in every detail' },
];

type Points = NonNullable<ExpectedResult['points']>;
const rubric = (score: number, points: Points, rest: Partial<ExpectedResult> = {}): ExpectedResult => ({ name: 'rubric', type: 'rubric', score, points, ...rest });

const RUBRICS: readonly Scenario[] = [
  scenario('polite', 'Where do I find the form?', 'Gladly: it is on our start page.', {
    fields: { rubrics: ['Is polite'] },
    opinions: [{ about: 'Is polite', votes: ['FULLY_MET', 'FULLY_MET', 'FULLY_MET'] }],
    expected: {
      score: 1,
      verdict: 'pass',
      evaluators: [rubric(1, [{ text: 'Is polite', score: 1, votes: [1, 1, 1] }], { hits: ['Is polite'] })],
    },
  }),
  scenario('polite-without-step', 'My account is locked.', 'I am sorry to hear that.', {
    fields: { rubrics: ['Is polite', 'Names a next step'] },
    opinions: [
      { about: 'Is polite', votes: ['FULLY_MET', 'LARGELY_MET', 'FULLY_MET'] },
      { about: 'Names a next step', votes: ['HALF_MET', 'SLIGHTLY_MET', 'NOT_MET'] },
    ],
    expected: {
      score: (2.75 / 3 + 0.75 / 3) / 2,
      verdict: 'fail',
      evaluators: [
        rubric(
          (2.75 / 3 + 0.75 / 3) / 2,
          [
            { text: 'Is polite', score: 2.75 / 3, votes: [1, 0.75, 1] },
            { text: 'Names a next step', score: 0.25, votes: [0.5, 0.25, 0] },
          ],
          { hits: ['Is polite'], misses: ['Names a next step (required, at least 0.6)'] },
        ),
      ],
      warnings: [expect.stringContaining('Names a next step')],
    },
  }),
  scenario('facts-before-tone', 'How long is the warranty?', 'TWO YEARS.', {
    fields: {
      evaluators: [
        {
          type: 'rubric',
          rubrics: [
            { id: 'facts', description: 'Says two years', weight: 3, required: true },
            { id: 'tone', description: 'Has a friendly tone', required: false },
          ],
        },
      ],
    },
    opinions: [
      { about: 'Says two years', votes: ['FULLY_MET', 'FULLY_MET', 'FULLY_MET'] },
      { about: 'Has a friendly tone', votes: ['NOT_MET', 'NOT_MET', 'NOT_MET'] },
    ],
    expected: {
      score: 0.75,
      verdict: 'borderline',
      evaluators: [
        rubric(
          0.75,
          [
            { text: 'Says two years', score: 1, votes: [1, 1, 1] },
            { text: 'Has a friendly tone', score: 0, votes: [0, 0, 0] },
          ],
          { hits: ['facts: Says two years'], misses: ['tone: Has a friendly tone'] },
        ),
      ],
    },
  }),
  scenario('tone-without-facts', 'How long is the warranty of the lamp?', 'Quite long, dear customer.', {
    fields: {
      rubrics: [
        { id: 'facts', description: 'Says two years', required: true },
        { id: 'tone', description: 'Has a friendly tone', weight: 3 },
      ],
    },
    opinions: [
      { about: 'Says two years', votes: ['HALF_MET', 'HALF_MET', 'HALF_MET'] },
      { about: 'Has a friendly tone', votes: ['FULLY_MET', 'FULLY_MET', 'FULLY_MET'] },
    ],
    expected: {
      score: 0.875,
      verdict: 'fail',
      evaluators: [
        rubric(
          0.875,
          [
            { text: 'Says two years', score: 0.5, votes: [0.5, 0.5, 0.5] },
            { text: 'Has a friendly tone', score: 1, votes: [1, 1, 1] },
          ],
          { verdict: 'fail', hits: ['tone: Has a friendly tone'], misses: ['facts: Says two years (required, at least 0.8)'] },
        ),
      ],
    },
  }),
  scenario('graded-accuracy', 'How do I reset the router?', 'Hold the button for ten seconds.', {
    fields: { rubrics: [{ id: 'accuracy', description: 'Describes the reset rightly', score_ranges: RANGES }] },
    opinions: [{ about: 'Describes the reset rightly', votes: [8, 9, 10] }],
    expected: {
      score: 0.9,
      verdict: 'pass',
      evaluators: [
        rubric(0.9, [{ text: 'Describes the reset rightly', score: 0.9, votes: [0.8, 0.9, 1] }], {
          hits: ['accuracy: Describes the reset rightly'],
        }),
      ],
    },
  }),
  scenario('graded-below-minimum', 'How do I reset the old router?', 'Switch it off and on.', {
    fields: {
      rubrics: [
        { id: 'accuracy', description: 'Describes the reset rightly', score_ranges: RANGES, required_min_score: 6 },
        { id: 'brevity', description: 'Is brief', weight: 9 },
      ],
    },
    opinions: [
      { about: 'Describes the reset rightly', votes: [5, 5, 5] },
      { about: 'Is brief', votes: ['FULLY_MET', 'FULLY_MET', 'FULLY_MET'] },
    ],
    expected: {
      score: 0.95,
      verdict: 'fail',
      evaluators: [
        rubric(
          0.95,
          [
            { text: 'Describes the reset rightly', score: 0.5, votes: [0.5, 0.5, 0.5] },
            { text: 'Is brief', score: 1, votes: [1, 1, 1] },
          ],
          { verdict: 'fail', hits: ['brevity: Is brief'], misses: ['accuracy: Describes the reset rightly (required, at least 0.6)'] },
        ),
      ],
    },
  }),
];

const LOST_JUDGES: readonly Scenario[] = [
  scenario('a-judge-lost', 'Can I change my address?', 'Yes, under Settings.', {
    fields: { rubrics: ['Names the place'] },
    opinions: [{ about: 'Names the place', votes: ['FULLY_MET', 'RUBBISH', 'LARGELY_MET'] }],
    expected: {
      score: 0.875,
      verdict: 'pass',
      status: 'partial',
      evaluators: [rubric(0.875, [{ text: 'Names the place', score: 0.875, votes: [1, null, 0.75] }], { hits: ['Names the place'] })],
      warnings: [expect.stringMatching(/Names the place: judge judge-b gave no usable answer \(bad_reply\)/u)],
    },
  }),
  scenario('a-line-lost', 'Can I change my name?', 'Yes, write to us.', {
    fields: { rubrics: ['Says yes', 'Names the channel'] },
    opinions: [
      { about: 'Says yes', votes: ['FULLY_MET', 'FULLY_MET', 'FULLY_MET'] },
      { about: 'Names the channel', votes: ['RUBBISH', 'RUBBISH', 'RUBBISH'] },
    ],
    expected: {
      score: 1,
      verdict: null,
      status: 'partial',
      bounds: [0.5, 1],
      evaluators: [
        rubric(
          1,
          [
            { text: 'Says yes', score: 1, votes: [1, 1, 1] },
            { text: 'Names the channel', score: null, votes: [null, null, null] },
          ],
          { hits: ['Says yes'], verdict: null },
        ),
      ],
      warnings: [
        ...['judge-a', 'judge-b', 'judge-c'].map((judge) => expect.stringContaining(`judge ${judge} gave no usable answer`)),
        expect.stringContaining('Names the channel: not judged'),
      ],
    },
  }),
];

const WHOLE_REPLIES: readonly Scenario[] = [
  scenario('judged-by-outcome', 'Why was I charged twice?', 'One of the two is a hold that goes away.', {
    fields: { evaluators: [{ type: 'llm_judge' }] },
    opinions: [{ about: '', votes: [0.9, 0.8, 1], hits: ['explains the hold'], misses: ['no date'] }],
    expected: {
      score: 0.9,
      verdict: 'pass',
      evaluators: [result('llm_judge', 0.9, { votes: [0.9, 0.8, 1], hits: ['explains the hold'], misses: ['no date'] })],
    },
  }),
  scenario('judged-by-a-prompt', 'What is two-factor login?', 'TOTP with an HMAC over a counter.', {
    fields: { evaluators: [{ name: 'plain', type: 'llm_judge', prompt: 'Is this reply free of jargon?' }] },
    opinions: [{ about: 'free of jargon', votes: [0.5, 0.6, 0.4], misses: ['HMAC'] }],
    expected: {
      score: 0.5,
      verdict: 'fail',
      evaluators: [{ name: 'plain', type: 'llm_judge', score: 0.5, votes: [0.5, 0.6, 0.4], misses: ['HMAC'] }],
    },
  }),
  scenario('judged-by-prompt-files', 'Is the battery safe?', 'Yes, it is certified.', {
    fields: {
      evaluators: [
        { name: 'safety', type: 'llm_judge', prompt: '../prompts/safety.md', weight: 3 },
        { name: 'style', type: 'llm_judge', prompt: '../prompts/style.md' },
      ],
    },
    opinions: [
      { about: 'Could this reply harm anybody', votes: [1, 1, 1] },
      { about: 'Is this reply well written', votes: [0.2, 0.4, 0.3] },
    ],
    expected: {
      score: 0.825,
      verdict: 'pass',
      evaluators: [
        { name: 'safety', type: 'llm_judge', weight: 3, score: 1, votes: [1, 1, 1] },
        { name: 'style', type: 'llm_judge', score: 0.3, votes: [0.2, 0.4, 0.3] },
      ],
    },
  }),
  scenario('judged-without-being-told', 'Do you ship to Norway?', 'We ship to most of Europe.', {
    fields: {},
    opinions: [{ about: '', votes: [0.7, 0.7, 0.7] }],
    expected: { score: 0.7, verdict: 'borderline', evaluators: [result('llm_judge', 0.7, { votes: [0.7, 0.7, 0.7] })] },
  }),
  scenario('judged-by-one', 'Do you ship to Iceland?', 'Yes, within a week.', {
    fields: { evaluators: [{ type: 'llm_judge', model: 'judge-a' }] },
    opinions: [{ about: '', votes: [0.95] }],
    expected: { score: 0.95, verdict: 'pass', evaluators: [result('llm_judge', 0.95, { votes: [0.95] })] },
  }),
];

/** Replies that a panel of three judges assesses. */
export const JUDGED: readonly Scenario[] = [...RUBRICS, ...LOST_JUDGES, ...WHOLE_REPLIES];
