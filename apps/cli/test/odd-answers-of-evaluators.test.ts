import { defineEvaluator, type EvaluationScore, type ResultRow } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { createWorkspace } from './support/projects/workspace.js';

/** What a program's evaluator answers to `odd`; every other response has the score 1. */
function answering(answer: unknown) {
  return defineEvaluator({
    name: 'own',
    description: 'Answers with anything.',
    options: v.object({}),
    programs: 'never',
    examples: [],
    evaluate: ({ response }) => (response.text === 'odd' ? answer : { score: 1 }) as EvaluationScore,
  });
}

async function rowsOf(answer: unknown, options: { readonly threshold?: number } = {}) {
  const cases = ['odd', 'good'].map((id) => `  - {id: ${id}, expected_outcome: x, input: ${id}}\n`).join('');
  const { folder } = await createWorkspace({ 's.yaml': `evaluators: [{type: own}]\nevalcases:\n${cases}` });
  const rows: ResultRow[] = [];
  const { summary } = await evaluate({ ...options, files: 's.yaml', cwd: folder, env: {}, targets: ['mock'], evaluators: [answering(answer)], onRow: (row) => rows.push(row) });
  return { summary, odd: rows.find(({ caseId }) => caseId === 'odd'), good: rows.find(({ caseId }) => caseId === 'good') };
}

describe('an evaluator of a program that answers with what cannot be leaves its entry unscored, and is told the field', () => {
  test.each<[object, string]>([
    [{ verdict: 'FAIL' }, 'verdict that cannot be: it has to be pass, borderline or fail, not "FAIL"'],
    [{ verdict: false }, 'verdict that cannot be: it has to be pass, borderline or fail, not false'],
    [{ hits: 'a' }, 'hits that cannot be: it has to be a list of texts, not "a"'],
    [{ misses: ['a', 7] }, 'misses[1] that cannot be: it has to be a text, not the number 7'],
    [{ warnings: 'w' }, 'warnings that cannot be: it has to be a list of texts, not "w"'],
    [{ reasoning: 7 }, 'reasoning that cannot be: it has to be a text, not the number 7'],
    [{ score: null, error: 'down' }, 'error that cannot be: it has to be an object with a code and a message, both texts, not "down"'],
    [{ points: 'p' }, 'points that cannot be: it has to be a list of objects, not "p"'],
    [{ judges: [null] }, 'judges[0] that cannot be: it has to be an object, not nothing'],
    [{ evaluators: 'q' }, 'evaluators that cannot be: it has to be a list of objects, not "q"'],
    [{ requirements: { missed: 'x' } }, 'requirements that cannot be: it has to be an object whose missed and open are written or default'],
    [{ points: [{ text: 'p', weight: 1, score: 1, error: 'down' }] }, 'points[0].error that cannot be: it has to be an object with a code and a message, both texts, not "down"'],
    [{ points: [{ weight: 1, score: 1 }] }, 'points[0].text that cannot be: it has to be a text, not nothing'],
    [{ points: [{ text: 'p', weight: 1, score: 1, judges: [{ id: 'a', model: 'm', score: 1, error: null }] }] }, 'points[0].judges[0].error that cannot be: it has to be an object with a code and a message, both texts, not nothing'],
    [{ judges: [{ id: 'a', score: 1 }] }, 'judges[0].model that cannot be: it has to be a text, not nothing'],
    [{ errors: 'down' }, '"errors", which no answer has'],
    [{ passed: false }, '"passed", which no answer has'],
    [{ degraded: 'yes' }, 'degraded that cannot be: it has to be true or false, not "yes"'],
  ])('%j', async (answer, said) => {
    const { summary, odd, good } = await rowsOf({ score: 1, ...answer });
    expect(summary.outcome).toBe('undecided');
    expect(odd).toMatchObject({ score: null, verdict: null, error: { message: `own: evaluator "own" gave ${said}` } });
    expect(good).toMatchObject({ score: 1, verdict: 'pass' });
  });
});

test.each([{}, { verdict: 'pass' }])('a score with an error beside it is no score: %j', async (more) => {
  const { summary, odd } = await rowsOf({ score: 1, error: { code: 'down', message: 'the service is down' }, ...more });
  expect(summary.outcome).toBe('undecided');
  expect(odd).toMatchObject({ score: null, verdict: null, status: 'error', error: { message: 'own: the service is down' } });
});

test('figures of judging that cannot be count as not known, with a warning: a run gets no cheaper by them', async () => {
  const { odd, summary } = await rowsOf({ score: 1, judgeUsage: { inputTokens: 'many' }, judgeCostUsd: -4 });
  expect(odd).toMatchObject({ score: 1, verdict: 'pass', judgeCostIncomplete: true });
  expect([odd?.judgeUsage, odd?.judgeCostUsd]).toEqual([undefined, undefined]);
  expect(odd?.warnings).toEqual(['a use of tokens for judging of {…} cannot be, and counts as not known', 'a cost of judging in US dollars of -4 cannot be, and counts as not known']);
  expect(summary.outcome).toBe('passed');
});

test.each<[object, number, string]>([
  [{ worst: 0 }, 0.9, 'worst: the number 0, best: nothing'],
  [{ worst: 0.9, best: 1 }, 0.7, 'worst: the number 0.9, best: the number 1'],
  [{ worst: Number.NaN, best: 1 }, 0.9, 'worst: the number NaN, best: the number 1'],
])('bounds that cannot be make no score certain, whatever the threshold: %j', async (bounds, score, said) => {
  const { odd, good, summary } = await rowsOf({ score, bounds }, { threshold: 0.85 });
  expect(odd).toMatchObject({ score, status: 'partial', scoreBounds: { worst: 0, best: 1 } });
  expect(odd?.warnings).toEqual([`bounds of ${said} cannot be, and count as 0 to 1: bounds are an object with worst and best, from 0 to 1, and the score ${score} between them`]);
  expect(good).toMatchObject({ score: 1, verdict: 'pass', status: 'ok' });
  expect(summary.outcome).toBe('undecided');
});

test('a member of an answer that cannot be stored, nor what its figures add up to, costs its own trial alone', async () => {
  const member = { name: 'm', type: 'own', weight: 1, score: 1, judgeUsage: { inputTokens: 'many', outputTokens: 1 } };
  const { odd, good, summary } = await rowsOf({ score: 1, evaluators: [member] });
  expect(odd).toMatchObject({ score: null, error: { code: 'unstorable', message: expect.stringContaining('judge_usage') } });
  expect(good).toMatchObject({ score: 1, verdict: 'pass' });
  expect(summary.outcome).toBe('undecided');
});

test.each([
  [{ errors: 'down' }, 'did you mean error? What is to be kept beside a score goes into details'],
  [{ judge_cost_usd: 1 }, 'did you mean judgeCostUsd? What is to be kept beside a score goes into details'],
  [{ latitude: 1 }, 'What is to be kept beside a score goes into details'],
])('a field that no answer has is told with what to do about it: %j', async (stray, hint) => {
  const { odd } = await rowsOf({ score: 1, ...stray });
  expect(odd?.evaluators[0]).toMatchObject({ score: null, error: { code: 'invalid_score', hint } });
});

test('the result of another entry may be handed on as it is, and what is undefined is not there', async () => {
  const { odd, summary } = await rowsOf({ name: 'n', type: 'contains', weight: 2, score: 1, errors: undefined });
  expect(odd).toMatchObject({ score: 1, verdict: 'pass' });
  expect(summary.outcome).toBe('passed');
});

test('details that cannot be written cost their own trial alone, and are told with their place', async () => {
  const parts = [{}, { get text(): string { throw new TypeError('not now'); } }];
  const { odd, good, summary } = await rowsOf({ score: 1, details: { parts } });
  expect(odd).toMatchObject({ score: null, error: { code: 'unstorable', message: 'the row of case "odd" cannot be stored: evaluators[0].details.parts[1].text cannot be written: not now' } });
  expect(good).toMatchObject({ score: 1, verdict: 'pass' });
  expect(summary.outcome).toBe('undecided');
});
