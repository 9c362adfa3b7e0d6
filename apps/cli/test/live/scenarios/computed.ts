import { expect } from 'vitest';
import { result, scenario, type Scenario } from '../scenario.js';

const words = (list: readonly string[]): object => ({ name: 'words', type: 'code_judge', script: ['node', '../checks/words.mjs'], words: list });

const SCRIPTS: readonly Scenario[] = [
  scenario('script-all-words', 'How do I pay?', 'By card or by invoice.', {
    fields: { evaluators: [words(['card', 'invoice'])] },
    expected: {
      score: 1,
      verdict: 'pass',
      evaluators: [{ name: 'words', type: 'code_judge', score: 1, hits: ['card', 'invoice'] }],
    },
  }),
  scenario('script-half-the-words', 'How can I pay?', 'By card.', {
    fields: { evaluators: [words(['card', 'invoice'])] },
    expected: {
      score: 0.5,
      verdict: 'fail',
      evaluators: [{ name: 'words', type: 'code_judge', score: 0.5, hits: ['card'], misses: ['invoice'] }],
    },
  }),
  scenario('script-that-fails', 'How may I pay?', 'By card.', {
    fields: {
      evaluators: [
        { type: 'contains', value: 'card' },
        { name: 'broken', type: 'code_judge', script: 'node ../checks/broken.mjs' },
      ],
    },
    expected: {
      score: 1,
      verdict: null,
      status: 'partial',
      bounds: [0.5, 1],
      evaluators: [
        result('contains', 1, { hits: ['contains "card"'] }),
        { name: 'broken', type: 'code_judge', score: null, error: 'unscored' },
      ],
    },
  }),
];

const INVOICE = { order: 'A-17', total: 20, date: '2026-05-01' };
const FIELDS = [
  { path: 'order', required: true },
  { path: 'total', match: 'numeric_tolerance', tolerance: 0.5, weight: 2 },
  { path: 'date', match: 'date', formats: ['YYYY-MM-DD', 'D MMM YYYY'] },
];
const RISK = { type: 'object', required: ['risk'], properties: { risk: { enum: ['low', 'high'] } }, additionalProperties: false };

const STRUCTURED: readonly Scenario[] = [
  scenario('invoice-read', 'What does the invoice say?', '```json\n{"order": "A-17", "total": 20.4, "date": "1 May 2026"}\n```', {
    fields: { expected_output: INVOICE, evaluators: [{ type: 'field_accuracy', fields: FIELDS }] },
    expected: {
      score: 1,
      verdict: 'pass',
      evaluators: [
        result('field_accuracy', 1, {
          hits: ['order: "A-17"', 'total: 20.4', 'date: "1 May 2026"'],
          points: [
            { text: 'order: "A-17"', score: 1 },
            { text: 'total: 20.4', score: 1 },
            { text: 'date: "1 May 2026"', score: 1 },
          ],
        }),
      ],
    },
  }),
  scenario('invoice-misread', 'What does the other invoice say?', '{"order": "A-71", "total": "19.9", "date": "2026-05-01"}', {
    fields: { expected_output: INVOICE, evaluators: [{ type: 'field_accuracy', fields: FIELDS }] },
    expected: {
      score: 0.75,
      verdict: 'fail',
      evaluators: [
        result('field_accuracy', 0.75, {
          verdict: 'fail',
          hits: ['total: "19.9"', 'date: "2026-05-01"'],
          misses: ['order: expected "A-17", got "A-71"'],
          points: [
            { text: 'order: expected "A-17", got "A-71"', score: 0 },
            { text: 'total: "19.9"', score: 1 },
            { text: 'date: "2026-05-01"', score: 1 },
          ],
        }),
      ],
    },
  }),
  scenario('risk-as-json', 'How risky is it?', 'The risk: {"risk": "low"}', {
    fields: { evaluators: [{ type: 'json_schema', schema: RISK }] },
    expected: { score: 1, verdict: 'pass', evaluators: [result('json_schema', 1, { hits: ['the JSON fits the schema'] })] },
  }),
  scenario('risk-as-odd-json', 'How risky is it really?', '{"risk": "medium"}', {
    fields: { evaluators: [{ type: 'json_schema', schema: RISK }] },
    expected: { score: 0, verdict: 'fail', evaluators: [result('json_schema', 0, { misses: [expect.stringContaining('risk')] })] },
  }),
  scenario('plain-yes', 'Is it in stock?', ' YES ', {
    fields: { expected_output: 'yes', evaluators: [{ type: 'exact_match', ignore_case: true }] },
    expected: { score: 1, verdict: 'pass', evaluators: [result('exact_match', 1, { hits: ['is "yes"'] })] },
  }),
  scenario('same-object', 'Give me the order as JSON.', '{"total": 20, "date": "2026-05-01", "order": "A-17"}', {
    fields: { expected_output: INVOICE, evaluators: [{ type: 'exact_match' }] },
    expected: {
      score: 1,
      verdict: 'pass',
      evaluators: [result('exact_match', 1, { hits: ['is {"order":"A-17","total":20,"date":"2026-05-01"}'] })],
    },
  }),
];

const SPENDING: readonly Scenario[] = [
  scenario('in-time', 'Quick question!', 'Quick answer.', {
    fields: { evaluators: [{ type: 'latency', max_ms: 3_600_000 }] },
    expected: {
      score: 1,
      verdict: 'pass',
      evaluators: [result('latency', 1, { hits: [expect.stringMatching(/^took \d+ ms, at most 3600000 ms$/u)] })],
    },
  }),
  scenario('within-budget', 'A cheap question.', 'A cheap answer.', {
    fields: { evaluators: [{ type: 'cost', max_usd: 0.0005 }] },
    // 100 + n input tokens at $1 and 20 at $4 a million, against 200 + n at $3 and 30 at $15.
    expected: ({ target, costUsd }) => {
      const text = `cost $${costUsd}, at most $0.0005`;
      return target === 'gpt'
        ? { score: 1, verdict: 'pass', evaluators: [result('cost', 1, { hits: [text] })] }
        : { score: 0, verdict: 'fail', evaluators: [result('cost', 0, { misses: [text] })] };
    },
  }),
  scenario('few-tokens', 'A short question.', 'A short answer.', {
    fields: { evaluators: [{ type: 'token_usage', max_output: 25, max_total: 1000 }] },
    expected: ({ target, inputTokens, outputTokens }) => {
      const total = `total: ${inputTokens + outputTokens} tokens, at most 1000`;
      return target === 'gpt'
        ? { score: 1, verdict: 'pass', evaluators: [result('token_usage', 1, { hits: [total, 'output: 20 tokens, at most 25'] })] }
        : { score: 0, verdict: 'fail', evaluators: [result('token_usage', 0, { hits: [total], misses: ['output: 30 tokens, at most 25'] })] };
    },
  }),
];

/** Checks by scripts, of structured replies, and of what a reply took. */
export const COMPUTED: readonly Scenario[] = [...SCRIPTS, ...STRUCTURED, ...SPENDING];
