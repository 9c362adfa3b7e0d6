import type { ComparedReply, EvaluationScore, JudgeRequest, PanelResult, PreferenceRequest } from '@assay/schema';
import { evaluatorConformance } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { findings, makeCase, makeResponse } from '../../../test/evaluation-input.js';
import { panelResult, scriptedPanel } from '../../../test/scripted-panel.js';
import { selectBest } from './select-best.js';

const { signal } = new AbortController();

function reply(target: string, text: string, variant = ''): ComparedReply {
  return { target, variant, response: makeResponse({ text }) };
}

type Ask = (first: string, second: string, request: PreferenceRequest) => number | null | PanelResult;

function judged(answer: Ask, quorum?: number) {
  return scriptedPanel((request: JudgeRequest) => {
    if (request.kind !== 'preference') throw new Error(`asked a ${request.kind}`);
    const [first, second] = request.candidates;
    const said = answer(first.candidate, second.candidate, request);
    return typeof said === 'object' && said !== null ? said : panelResult(said);
  }, quorum);
}

/** Prefers the longer text. */
const longer: Ask = (first, second) => (first.length === second.length ? 0.5 : first.length > second.length ? 1 : 0);

async function compare(answer: Ask, texts: readonly string[], options: { criteria?: string; model?: string } = {}, quorum?: number) {
  const panel = judged(answer, quorum);
  const replies = texts.map((text, index) => reply(`t${index + 1}`, text));
  const scores = await selectBest.compare({
    options,
    config: { name: 'best', type: 'select_best', weight: 1, options: {} },
    evalCase: makeCase(),
    replies,
    services: { ...panel, embed: async () => [], directory: '/', projectRoot: '/', env: {}, thresholds: { pass: 0.8, borderline: 0.6 } },
    signal,
  });
  return { scores, panel };
}

const values = (scores: readonly EvaluationScore[]) => scores.map(({ score }) => score);

describe('select_best', () => {
  test('the best has 1; all pairs are judged in both orders, with what the case expects', async () => {
    const { scores, panel } = await compare(longer, ['a', 'bbb', 'cc'], { criteria: 'Says more', model: 'openai:x' });
    expect(values(scores)).toEqual([0, 1, 0]);
    const asked = panel.requests.map((request) => (request.kind === 'preference' ? request.candidates.map(({ candidate }) => candidate).join() : ''));
    expect(asked.toSorted()).toEqual(['a,bbb', 'a,cc', 'bbb,a', 'bbb,cc', 'cc,a', 'cc,bbb']);
    expect(panel.requests[0]).toMatchObject({ scale: 'preference', criterion: 'Says more', expectedOutcome: 'Says that 2 + 2 is 4', referenceAnswer: 'It is 4.' });
    expect(panel.models).toEqual([['openai:x']]);
    expect(scores[2]).toMatchObject({ details: { best: ['t2'] } });
    expect(scores[2]?.points?.map(({ text, score }) => [text, score])).toEqual([['better than the reply of t1', 1], ['better than the reply of t2', 0]]);
  });

  test.each([
    ['first', 1],
    ['second', 0],
  ])('a judge that always prefers the %s sees a tie, and a warning says so', async (_, score) => {
    const { scores } = await compare(() => score, ['a', 'bbb']);
    expect(values(scores)).toEqual([0.5, 0.5]);
    expect(scores[0]?.warnings).toEqual(['judge judge-a preferred another reply when the order was turned round, which counts as a tie']);
  });

  test('a judge that wavers in one order alone sees a tie too', async () => {
    expect(values((await compare((first) => (first === 'a' ? 0.5 : 1), ['a', 'bbb'])).scores)).toEqual([0.5, 0.5]);
  });

  test('votes are about the reply of the row, and say where it was shown', async () => {
    const vote = (score: number) => panelResult(score, { votes: [{ id: 'j', model: 'm', score, reflection: 'seen' }] });
    const { scores } = await compare((first) => vote(first === 'bbb' ? 1 : 0), ['a', 'bbb']);
    const votesOf = (index: number) => scores[index]?.points?.[0]?.judges?.map(({ score, reflection }) => [score, reflection]);
    expect(votesOf(0)).toEqual([[0, '(shown first) seen'], [0, '(shown second) seen']]);
    expect(votesOf(1)).toEqual([[1, '(shown second) seen'], [1, '(shown first) seen']]);
  });

  test('a vote without reasons says where its reply was shown too', async () => {
    const { scores } = await compare(() => panelResult(1), ['a', 'bbb']);
    expect(scores[0]?.points?.[0]?.judges?.map(({ reflection }) => reflection)).toEqual(['(shown first)', '(shown second)']);
  });

  test('the quorum is of judges that answered in both orders', async () => {
    const votes = (first: string) => ['x', 'y', 'z'].map((id) => ({ id, model: id, score: id === (first === 'a' ? 'y' : 'z') ? null : first === 'a' ? 0 : 1 }));
    const answer: Ask = (first) => panelResult(0.5, { votes: votes(first) });
    expect(values((await compare(answer, ['a', 'bbb'])).scores)).toEqual([0, 1]);
    const { scores } = await compare(answer, ['a', 'bbb'], {}, 2);
    const error = { message: '1 usable answer(s) in both orders of the 2 needed' };
    expect(scores).toMatchObject([{ score: null, error }, { score: null, error }]);
  });

  test('most judges decide, each for itself', async () => {
    const votes = (first: string) => ['x', 'y', 'z'].map((id) => ({ id, model: id, score: (first === 'a') === (id === 'x') ? 1 : 0 }));
    const { scores } = await compare((first) => panelResult(0.5, { votes: votes(first) }), ['a', 'bbb']);
    expect(values(scores)).toEqual([0, 1]);
    expect(scores[1]?.points?.[0]?.score).toBeCloseTo(2 / 3, 12);
  });

  test('equal replies are a tie, and nobody is asked', async () => {
    const { scores, panel } = await compare(longer, ['same', 'same']);
    expect(values(scores)).toEqual([0.5, 0.5]);
    expect(panel.requests).toEqual([]);
  });

  test('a pair that cannot be judged leaves all unscored, unless it cannot matter', async () => {
    const failing = (bad: readonly string[]): Ask => (first, second) => (bad.includes(first) && bad.includes(second) ? null : longer(first, second, undefined as never));
    const { scores } = await compare(failing(['a', 'bbb']), ['a', 'bbb']);
    expect(scores).toMatchObject([{ score: null, error: { message: 'no judge answered' } }, { score: null }]);
    const { scores: four } = await compare(failing(['a', 'bb']), ['a', 'bb', 'cccc', 'ddd']);
    expect(values(four)).toEqual([0, 0, 1, 0]);
    expect(four[0]).toMatchObject({ degraded: true });
    expect(four[2]?.degraded).toBeUndefined();
  });

  test('tokens and cost are shared out, to the last token', async () => {
    const { scores } = await compare(longer, ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff', 'ggggggg']);
    expect(scores.reduce((sum, { judgeUsage }) => sum + (judgeUsage?.inputTokens ?? 0), 0)).toBe(42 * 10);
    expect(scores.reduce((sum, { judgeCostUsd = 0 }) => sum + judgeCostUsd, 0)).toBeCloseTo(0.042, 12);
  });

  test('more replies than can be compared are refused, and nobody is asked', async () => {
    const panel = compare(longer, Array.from({ length: 11 }, (_, index) => 'x'.repeat(index + 1)));
    await expect(panel).rejects.toMatchObject({ code: 'unscored', reason: 'config', message: 'there are 11 replies to compare, and it compares at most 10' });
  });

  test('what it takes', () => {
    expect(findings(selectBest, { criteria: '' })).toEqual(['criteria must not be empty']);
    expect(findings(selectBest, { model: [] })).toEqual(['model must list at least one model']);
  });

  test.each(evaluatorConformance(selectBest, { services: { judges: judged(longer).judges } }).map((check) => [check.name, check] as const))('%s', async (_, check) => {
    await expect(check.run()).resolves.toBeUndefined();
  });
});
