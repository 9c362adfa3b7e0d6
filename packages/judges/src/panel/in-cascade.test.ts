import type { Judge, JudgeAnswer, JudgeRequest } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import type { CascadeOptions } from './cascade.js';
import { createJudgePanel } from './create-judge-panel.js';

const options = { signal: new AbortController().signal };
const request = (candidate = 'x'): JudgeRequest => ({ kind: 'criterion', scale: 'unit', criterion: 'Is kind', input: [], candidate });

function judge(id: string, score: number | null): Judge & { readonly asked: JudgeRequest[] } {
  const asked: JudgeRequest[] = [];
  const answer: JudgeAnswer = { id, model: `test:${id}`, score, usage: { inputTokens: 1, outputTokens: 1 }, costUsd: 0.5, reflection: `${id} says` };
  return {
    id,
    model: `test:${id}`,
    asked,
    async assess(one) {
      asked.push(one);
      return score === null ? { ...answer, error: { code: 'server', message: 'down' } } : answer;
    },
  };
}

function cascade(first: number | null, others: readonly (number | null)[], more: Partial<CascadeOptions> = {}) {
  const cheap = judge('cheap', first);
  const judges = others.map((score, index) => judge(`j${index}`, score));
  const panel = createJudgePanel({ judges, cascade: { first: cheap, audit: 0, ...more } });
  return { panel, cheap, judges };
}

describe('a judge that is asked first', () => {
  test('decides alone where its score is far from what decides', async () => {
    const { panel, judges } = cascade(0.5, [1, 1]);
    const result = await panel.assess(request(), options);
    expect(result).toMatchObject({ score: 0.5, warnings: [], reasoning: 'cheap says', costUsd: 0.5, votes: [{ id: 'cheap', stage: 'first' }] });
    expect(judges.flatMap(({ asked }) => asked)).toEqual([]);
    expect(panel.judgeIds).toEqual(['cheap', 'j0', 'j1']);
  });

  test.each([
    ['at the edge of the band', 0.65, {}, 1],
    ['at the other edge', 0.95, {}, 1],
    ['at 1, where the band is said to reach it', 1, { band: 0.25 }, 1],
    ['around a limit in the middle', 0.75, { threshold: 0.5 }, 1],
    ['around a threshold of its own', 0.3, { threshold: 0.4, band: 0.1 }, 1],
    ['without a band, at the threshold alone', 0.8, { band: 0 }, 1],
  ])('wavers %s: the panel decides, and costs come together', async (_, first, more, score) => {
    const result = await cascade(first, [1, 1], more).panel.assess(request(), options);
    expect(result).toMatchObject({ score, costUsd: 1.5, usage: { inputTokens: 3, outputTokens: 3 } });
    expect(result.votes.map(({ id, stage }) => [id, stage])).toEqual([['cheap', 'first'], ['j0', undefined], ['j1', undefined]]);
  });

  test.each([[0, {}], [1, {}], [0.5, {}], [1, { threshold: 0.9 }], [0, { threshold: 0.1 }], [0, { threshold: 0.5 }], [1, { threshold: 0.5 }]] as const)('decides alone with %d and %j: a plain verdict does not waver', async (score, more) => {
    const { panel, judges } = cascade(score, [0.75, 0.25], more);
    expect((await panel.assess(request(), options)).score).toBe(score);
    expect(judges.flatMap(({ asked }) => asked)).toEqual([]);
  });

  test('is stood in for by the panel when it is lost, and a warning says so', async () => {
    const result = await cascade(null, [0.25, 0.75]).panel.assess(request(), options);
    expect(result).toMatchObject({ score: 0.5, warnings: [expect.stringContaining('judge cheap, which is asked first, gave no usable answer (server): down'), expect.stringContaining('judges disagree')] });
  });

  test('decides nothing when it wavers and the panel is lost', async () => {
    expect(await cascade(0.8, [null]).panel.assess(request(), options)).toMatchObject({ score: null, error: { code: 'judges_failed' } });
  });

  test('is checked on a share of the rest, the same questions every time; what the panel says there changes no score', async () => {
    const { panel, judges } = cascade(0, [1, null], { audit: 0.2 });
    const results = [];
    for (let index = 0; index < 200; index += 1) results.push(await panel.assess(request(`reply ${index}`), options));
    const audited = results.filter(({ votes }) => votes.length > 1);
    // 200 draws at 0.2 are within 20 and 60 with a chance of 1 - 4e-4, and always the same ones.
    expect(audited.length).toBeGreaterThan(20);
    expect(audited.length).toBeLessThan(60);
    expect(judges[0]?.asked).toHaveLength(audited.length);
    for (const result of audited) expect(result).toMatchObject({ score: 0, votes: [{ stage: 'first', panelScore: 1 }, { id: 'j0', stage: 'audit', score: 1 }, { id: 'j1', stage: 'audit', score: null }] });
    const again = await cascade(0, [1, null], { audit: 0.2 }).panel.assess(request('reply 7'), options);
    expect(again.votes.length).toBe(results[7]?.votes.length);
  });

  test('compares no replies: the panel does at once', async () => {
    const { panel, cheap } = cascade(0, [1]);
    await panel.assess({ kind: 'preference', scale: 'preference', criterion: 'Is better', input: [], candidates: [{ candidate: 'a' }, { candidate: 'b' }] }, options);
    expect(cheap.asked).toEqual([]);
  });
});

test.each([
  ['a first judge of the panel', { cascade: { first: judge('j0', 1) } }, /asked first has the id "j0" of a judge of the panel/u],
  ['a share above 1', { cascade: { first: judge('cheap', 1), audit: 2 } }, /audit of the cascade is 2/u],
  ['a weight of nobody', { weights: { j9: 1 } }, /weight for "j9", which is no judge/u],
  ['a weight of 0', { weights: { j0: 0 } }, /weight of judge "j0" is 0/u],
])('%s is an error when the panel is made', (_, more, message) => {
  expect(() => createJudgePanel({ judges: [judge('j0', 1)], ...more })).toThrow(message);
});
