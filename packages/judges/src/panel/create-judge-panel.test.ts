import { ConfigError, type Judge, type JudgeAnswer, type JudgeRequest } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJudgePanel } from './create-judge-panel.js';

const REQUEST: JudgeRequest = { kind: 'criterion', scale: 'unit', criterion: 'Is kind', input: [], candidate: 'x' };
const options = { signal: new AbortController().signal };

type Reply = Omit<JudgeAnswer, 'id' | 'model'>;

function judgeThat(id: string, reply: Reply | (() => Promise<Reply>)): Judge {
  const model = `test:${id}`;
  return {
    id,
    model,
    assess: async () => ({ id, model, ...(typeof reply === 'function' ? await reply() : reply) }),
  };
}

const failed: Reply = { score: null, error: { code: 'server', message: 'down' } };

describe('a panel that cannot work is an error at its creation', () => {
  const a = judgeThat('a', { score: 1 });
  const b = judgeThat('b', { score: 1 });
  test.each([
    ['no judges', { judges: [] }, /at least one judge/u],
    ['equal ids', { judges: [a, b, { ...b, id: 'a' }] }, /two judges have the id "a"/u],
    ['a backup with the id of a judge', { judges: [a], backup: { ...b, id: 'a' } }, /has the id "a" of a primary judge/u],
    ['a backup with the model of a judge', { judges: [a], backup: { ...a, id: 'z' } }, /has the model test:a of a primary/u],
    ['a quorum of 0', { judges: [a], quorum: 0 }, /quorum of 0/u],
    ['half a quorum', { judges: [a, b], quorum: 1.5 }, /quorum of 1\.5/u],
    ['a quorum above the number of judges', { judges: [a, b], quorum: 3 }, /quorum of 3 cannot be met by 2/u],
    ['a judge that is none', { judges: [a, null as never] }, /a judge of the panel is nothing/u],
    ['a judge with a misspelt method', { judges: [{ id: 'c', model: 'm', asess: a.assess } as never] }, /a judge of the panel "c" has no assess\(\)/u],
    ['a backup without a method', { judges: [a], backup: { id: 'c', model: 'm' } as never }, /the backup judge of the panel "c" has no assess\(\)/u],
    ['a consensus that there is not', { judges: [a], consensus: 'avg' as never }, /no consensus "avg"/u],
    ['a limit that no vote reaches', { judges: [a], consensus: 'majority' as const, passLimit: Number.NaN }, /passLimit of a panel is the number NaN/u],
  ])('%s', (_what, panel, message) => {
    expect(() => createJudgePanel(panel)).toThrow(ConfigError);
    expect(() => createJudgePanel(panel)).toThrow(message);
  });
});

describe('judges of any make', () => {
  test('one that throws is a lost judge', async () => {
    const broken = judgeThat('broken', () => Promise.reject(new TypeError('x is not a function')));
    const result = await createJudgePanel({ judges: [broken, judgeThat('ok', { score: 0.5 })] }).assess(REQUEST, options);
    expect(result.score).toBe(0.5);
    expect(result.warnings).toEqual(['judge broken gave no usable answer (unexpected): x is not a function']);
  });

  test.each([1.01, -0.1, Number.NaN, Number.POSITIVE_INFINITY])('a score of %d is no usable answer', async (score) => {
    const result = await createJudgePanel({ judges: [judgeThat('a', { score })] }).assess(REQUEST, options);
    expect(result.score).toBeNull();
    expect(result.error?.message).toContain('not within 0 to 1');
    expect(result.votes[0]?.score).toBeNull();
  });

  test.each<[unknown, string]>([
    [undefined, 'assess() gave nothing; it gives { id, model, score }'],
    ['0.5', 'assess() gave "0.5"; it gives { id, model, score }'],
    [{ score: '1' }, 'the judge gave the score "1", which is no number'],
    [{ score: true }, 'the judge gave the score true, which is no number'],
    [{ score: null, error: 'down' }, 'the judge gave no score'],
  ])('an answer of %j is no usable one', async (answer, message) => {
    const judge: Judge = { id: 'a', model: 'm', assess: async () => answer as JudgeAnswer };
    const { score, votes } = await createJudgePanel({ judges: [judge] }).assess(REQUEST, options);
    expect(score).toBeNull();
    expect(votes).toMatchObject([{ score: null, error: { code: 'bad_reply', message } }]);
  });

  test('figures and lists that cannot be are left out, and a cost is then not known whole', async () => {
    const odd = { score: 1, costUsd: -1, usage: { input: 3 }, hits: 'all' };
    const result = await createJudgePanel({ judges: [judgeThat('a', odd as never), judgeThat('b', { score: 1, costUsd: 0.5 })] }).assess(REQUEST, options);
    expect(result).toMatchObject({ score: 1, costUsd: 0.5, costIncomplete: true, hits: [] });
    expect(result.usage).toBeUndefined();
    const cached = { score: 1, usage: { inputTokens: 3, outputTokens: 1, cachedInputTokens: '2' }, saved: { costUsd: 'much' } };
    const sums = await createJudgePanel({ judges: [judgeThat('a', cached as never), judgeThat('b', { score: 1, usage: { inputTokens: 2, outputTokens: 1 } })] }).assess(REQUEST, options);
    expect(sums.usage).toEqual({ inputTokens: 2, outputTokens: 1 });
    expect(sums.saved).toBeUndefined();
  });

  test.each([undefined, {}, { text: 5 }, { text: '' }, { text: null }])('an answer to a question that is %j is none', async (reply) => {
    const judge: Judge = { ...judgeThat('a', { score: 1 }), answer: async () => reply as never };
    expect(await createJudgePanel({ judges: [judge] }).answer?.({ messages: [] }, options)).toMatchObject({ id: 'a', text: null, error: { code: 'bad_reply', message: 'answer() of judge a gave no text' } });
  });

  test('tokens and costs are those of all judges, lost ones too; a cost that one does not know whole is at least so much', async () => {
    const judges = [
      judgeThat('a', { score: 1, usage: { inputTokens: 3, outputTokens: 1 }, costUsd: 0.5, costIncomplete: true }),
      judgeThat('b', { ...failed, usage: { inputTokens: 4, outputTokens: 2 }, costUsd: 0.25 }),
    ];
    const result = await createJudgePanel({ judges }).assess(REQUEST, options);
    expect(result).toMatchObject({ score: 1, usage: { inputTokens: 7, outputTokens: 3 }, costUsd: 0.75, costIncomplete: true });
  });

  test('those of a backup too', async () => {
    const judges = [judgeThat('a', { ...failed, usage: { inputTokens: 3, outputTokens: 1 }, costUsd: 0.5 })];
    const answered = (spent: Partial<JudgeAnswer>) => createJudgePanel({ judges, backup: judgeThat('b', { score: 1, usage: { inputTokens: 4, outputTokens: 2 }, ...spent }) }).assess(REQUEST, options);
    const known = await answered({ costUsd: 0.25 });
    expect(known).toMatchObject({ usage: { inputTokens: 7, outputTokens: 3 }, costUsd: 0.75 });
    expect(known).not.toHaveProperty('costIncomplete');
    expect(await answered({})).toMatchObject({ costUsd: 0.5, costIncomplete: true });
  });

  test('hits and misses are united in order of the judges, without repeats', async () => {
    const judges = [
      judgeThat('b', { score: 1, hits: ['y', 'x'], misses: [] }),
      judgeThat('a', { score: 1, hits: ['x', 'z'], misses: ['m'] }),
      judgeThat('c', { ...failed, hits: ['lost'] }),
    ];
    const result = await createJudgePanel({ judges }).assess(REQUEST, options);
    expect(result.hits).toEqual(['x', 'z', 'y']);
    expect(result.misses).toEqual(['m']);
  });

  test('votes carry no more than votes should', async () => {
    const figures = { usage: { inputTokens: 1, outputTokens: 1 }, costUsd: 1, latencyMs: 20, cached: true };
    const judges = [judgeThat('a', { score: 1, hits: ['x'], saved: { costUsd: 1 }, ...figures })];
    const [vote] = (await createJudgePanel({ judges }).assess(REQUEST, options)).votes;
    expect(vote).toEqual({ id: 'a', model: 'test:a', score: 1, ...figures });
  });

  test('all judges are asked before any of them has answered', async () => {
    const asked: string[] = [];
    let release: (reply: Reply) => void = () => undefined;
    const reply = new Promise<Reply>((resolve) => {
      release = resolve;
    });
    const waiting = (id: string) =>
      judgeThat(id, () => {
        asked.push(id);
        return reply;
      });
    const result = createJudgePanel({ judges: [waiting('a'), waiting('b')] }).assess(REQUEST, options);
    expect(asked).toEqual(['a', 'b']);
    release({ score: 1 });
    expect((await result).score).toBe(1);
  });
});

const reply: fc.Arbitrary<Reply> = fc.oneof(
  fc.record({
    score: fc.double({ min: 0, max: 1, noNaN: true }),
    reflection: fc.string(),
    hits: fc.array(fc.constantFrom('p', 'q', 'r')),
    misses: fc.array(fc.constantFrom('p', 's')),
    costUsd: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.constant(failed),
);

/** Judges with their replies, the same judges in another order, and a quorum they could meet. */
const panels = fc
  .uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 6 })
  .chain((ids) =>
    fc.record({
      ids: fc.constant(ids),
      replies: fc.tuple(...ids.map(() => reply)),
      shuffled: fc.shuffledSubarray(ids, { minLength: ids.length }),
      quorum: fc.integer({ min: 1, max: ids.length }),
    }),
  );

describe('the result depends on the replies alone', () => {
  test('never on the order of the judges or on their speed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), panels, fc.option(reply), async (scheduler, panel, backupReply) => {
        const replies = new Map(panel.ids.map((id, index) => [id, panel.replies[index] ?? failed]));
        const backup = backupReply ? judgeThat('the backup judge', backupReply) : undefined;
        const assess = (ids: readonly string[], delay: (answer: Reply) => Promise<Reply>) => {
          const judges = ids.map((id) => judgeThat(id, () => delay(replies.get(id) ?? failed)));
          return createJudgePanel({ judges, backup, quorum: panel.quorum }).assess(REQUEST, options);
        };
        const expected = await assess(panel.ids, (answer) => Promise.resolve(answer));
        const actual = await scheduler.waitFor(
          assess(panel.shuffled, (answer) => scheduler.schedule(Promise.resolve(answer))),
        );
        expect(actual).toEqual(expected);
        expect(Object.is(actual.score, expected.score)).toBe(true);
      }),
    );
  });

  test('the score is the mean of the usable answers, within their range, or null below the quorum', async () => {
    await fc.assert(
      fc.asyncProperty(panels, async ({ ids, replies, quorum }) => {
        const judges = ids.map((id, index) => judgeThat(id, replies[index] ?? failed));
        const result = await createJudgePanel({ judges, quorum }).assess(REQUEST, options);
        const scores = replies.flatMap((answer) => answer.score ?? []);
        expect(result.score === null).toBe(scores.length < quorum);
        expect(result.error === undefined).toBe(result.score !== null);
        expect(result.votes).toHaveLength(ids.length);
        expect(result.warnings.filter((warning) => warning.includes('no usable answer'))).toHaveLength(
          ids.length - scores.length,
        );
        if (result.score === null) return;
        expect(result.score).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 12);
        expect(result.score).toBeGreaterThanOrEqual(Math.min(...scores) - 1e-12);
        expect(result.score).toBeLessThanOrEqual(Math.max(...scores) + 1e-12);
      }),
    );
  });

  test('the backup is asked exactly when every primary failed', async () => {
    await fc.assert(
      fc.asyncProperty(panels, reply, async ({ ids, replies }, backupReply) => {
        let asked = 0;
        const backup = judgeThat('the backup judge', async () => {
          asked += 1;
          return backupReply;
        });
        const judges = ids.map((id, index) => judgeThat(id, replies[index] ?? failed));
        const result = await createJudgePanel({ judges, backup }).assess(REQUEST, options);
        const allFailed = replies.every((answer) => answer.score === null);
        expect(asked).toBe(allFailed ? 1 : 0);
        expect(result.usedBackup).toBe(allFailed);
        if (allFailed) expect(result.score).toBe(backupReply.score);
      }),
    );
  });
});
