import { describe, expect, test, vi } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { Judge, JudgeAnswer, JudgeRequest } from '../contracts/judge.js';
import { judgeConformance, type JudgeBehaviour, type JudgeSubject } from './judge-conformance.js';

const about = { id: 'judge-a', model: 'model-1' };
const lost = (code: string): JudgeAnswer => ({ ...about, score: null, error: { code, message: 'no assessment' } });

/** A judge without a model that keeps every promise. */
function goodJudge(behaviour: JudgeBehaviour): Judge {
  return {
    ...about,
    async assess({ kind }, { signal }) {
      signal.throwIfAborted();
      switch (behaviour) {
        case 'answers':
          return { ...about, score: kind === 'preference' ? 1 : 0.75, reflection: 'mostly', usage: { inputTokens: 9, outputTokens: 1 }, costUsd: 0 };
        case 'babbles':
          return lost('bad_reply');
        case 'fails':
          return lost('server');
        case 'hangs':
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          });
      }
    },
  };
}

type Break = (judge: Judge) => Partial<Judge>;

const broken = async (change: Break): Promise<string[]> =>
  brokenPromises(
    judgeConformance((behaviour): JudgeSubject => {
      const judge = goodJudge(behaviour);
      return { judge: { ...judge, ...change(judge) } };
    }),
  );

const changing =
  (change: (answer: JudgeAnswer, request: JudgeRequest) => JudgeAnswer): Break =>
  (judge) => ({
    assess: async (request, options) => change(await judge.assess(request, options), request),
  });

test('a good judge keeps every promise', async () => {
  expect(await broken(() => ({}))).toEqual([]);
});

describe('a broken judge fails the check of the promise that it breaks', () => {
  const ANSWER = 'an answer carries the judge, its model and a score of the scale that was asked for';
  const PREFERENCE = 'says which of two responses is better: 1 for the first, 0 for the second, 0.5 for neither';
  const PROMPT = "answers a prompt of the eval's own";
  const BABBLE = 'a reply without an assessment is an answer with score null and an error, never a rejection or a 0';
  const FAILED = 'a failed request is an answer with score null and an error, never a rejection or a 0';
  const ALREADY = 'rejects when the signal is already aborted';
  const ABORT = 'rejects when the signal aborts in flight';

  test.each<[string, Break, readonly string[]]>([
    [
      'a missing score that becomes a 0',
      changing((answer) => ({ ...answer, score: answer.score ?? 0 })),
      [BABBLE, FAILED],
    ],
    [
      'a missing score without a reason',
      changing(({ error: _error, ...answer }) => answer),
      [BABBLE, FAILED],
    ],
    [
      'a rejection for a bad reply',
      changing((answer) => {
        if (answer.error?.code === 'bad_reply') throw new TypeError('bad reply');
        return answer;
      }),
      [BABBLE],
    ],
    [
      'a rejection for a failed request',
      changing((answer) => {
        if (answer.error?.code === 'server') throw new TypeError('503');
        return answer;
      }),
      [FAILED],
    ],
    [
      'a score that is no class of the scale',
      changing((answer) => (answer.score === null ? answer : { ...answer, score: 0.7 })),
      [ANSWER, PREFERENCE],
    ],
    [
      'a score on the scale of the question, not in [0, 1]',
      changing((answer, { scale }) => (answer.score === null || typeof scale === 'string' ? answer : { ...answer, score: 4 })),
      [ANSWER],
    ],
    [
      'a score with an error',
      changing((answer) => ({ ...answer, error: { code: 'x', message: 'y' } })),
      [ANSWER],
    ],
    [
      'prompts that are not understood',
      changing((answer, { kind }) => (kind === 'prompt' ? lost('bad_request') : answer)),
      [PROMPT],
    ],
    ['an answer in the name of another', changing((answer) => ({ ...answer, id: 'x' })), [ANSWER, PREFERENCE, PROMPT, BABBLE, FAILED]],
    [
      'a shade of a preference',
      changing((answer, { kind }) => (kind === 'preference' && answer.score !== null ? { ...answer, score: 0.75 } : answer)),
      [PREFERENCE],
    ],
    [
      'an abort that becomes a failed answer',
      (judge) => ({
        assess: (request, options) =>
          judge.assess(request, options).catch(() => lost('aborted')),
      }),
      [ALREADY, ABORT],
    ],
  ])('%s', async (_title, change, promises) => {
    expect(await broken(change)).toEqual(promises);
  });
});

test('a judge that ignores the signal in flight fails that check, and does not hang it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const failed = broken((judge) => ({
      assess: (request, { signal }) =>
        judge.assess(request, { signal: signal.aborted ? signal : new AbortController().signal }),
    }));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failed).toEqual(['rejects when the signal aborts in flight']);
  } finally {
    vi.useRealTimers();
  }
});
