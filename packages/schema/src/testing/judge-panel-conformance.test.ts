import { describe, expect, test, vi } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { Judge, JudgeAnswer } from '../contracts/judge.js';
import type { JudgePanel, PanelResult } from '../contracts/judge-panel.js';
import { addCost, addUsage } from '../usage/usage.js';
import { toErrorInfo } from '../errors/inspecting/to-error-info.js';
import { judgePanelConformance, type MakeJudgePanel } from './judge-panel-conformance.js';

async function ask(judge: Judge, ...[request, options]: Parameters<Judge['assess']>): Promise<JudgeAnswer> {
  try {
    return await judge.assess(request, options);
  } catch (error) {
    options.signal.throwIfAborted();
    return { id: judge.id, model: judge.model, score: null, error: toErrorInfo(error) };
  }
}

function resultOf(answers: readonly JudgeAnswer[], usedBackup: boolean): PanelResult {
  const scores = answers.flatMap(({ score }) => (score === null ? [] : [score]));
  const lost = answers.filter(({ score }) => score === null).map(({ id }) => `judge ${id} was lost`);
  return {
    score: scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length,
    votes: answers.map(({ usage: _usage, costUsd: _cost, hits: _hits, misses: _misses, ...vote }, index) =>
      usedBackup && index === answers.length - 1 ? { ...vote, backup: true } : vote,
    ),
    usedBackup,
    warnings: lost,
    ...(scores.length === 0 ? { error: { code: 'unscored', message: 'every judge failed' } } : {}),
    hits: answers.flatMap(({ hits }) => hits ?? []),
    misses: [],
    reasoning: answers.map(({ reflection }) => reflection ?? '').join('\n'),
    usage: answers.reduce<PanelResult['usage']>((sum, { usage }) => addUsage(sum, usage), undefined),
    costUsd: answers.reduce<number | undefined>((sum, { costUsd }) => addCost(sum, costUsd), undefined),
  };
}

/** A panel that keeps every promise. */
function goodPanel(judges: readonly Judge[], backup?: Judge): JudgePanel {
  const sorted = [...judges].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    judgeIds: judges.map(({ id }) => id),
    async assess(request, options) {
      options.signal.throwIfAborted();
      const answers = await Promise.all(sorted.map((judge) => ask(judge, request, options)));
      if (!backup || answers.some(({ score }) => score !== null)) return resultOf(answers, false);
      return resultOf([...answers, await ask(backup, request, options)], true);
    },
  };
}

const changing =
  (change: (result: PanelResult) => PanelResult): MakeJudgePanel =>
  (judges, backup) => {
    const panel = goodPanel(judges, backup);
    return { ...panel, assess: async (request, options) => change(await panel.assess(request, options)) };
  };

test('a good panel keeps every promise', async () => {
  expect(await brokenPromises(judgePanelConformance(goodPanel))).toEqual([]);
});

describe('a broken panel fails the check of the promise that it breaks', () => {
  const MEAN = 'the score is the mean of the votes, which are kept under the ids of the judges';
  const ORDER = 'neither the order nor the speed of the judges changes the result';
  const SUM = 'what judging has used is the sum over all votes';
  const LOST = 'a lost judge leaves the mean, keeps its vote with the error, and is warned about';
  const REJECTS = 'a judge that rejects is a lost judge';
  const ALL_FAIL = 'when every judge fails the score is null with an error, never a 0';
  const NO_BACKUP = 'the backup is not asked while a primary judge has a vote';
  const BACKUP = 'the backup decides when every primary judge failed, and the result says so';
  const ALREADY = 'rejects when the signal is already aborted';
  const ABORT = 'rejects when the signal aborts in flight, and does not ask the backup then';

  test.each<[string, MakeJudgePanel, readonly string[]]>([
    [
      'the median for the mean',
      changing((result) => ({ ...result, score: result.votes[Math.floor(result.votes.length / 2)]?.score ?? result.score })),
      [MEAN],
    ],
    [
      'votes in the order of the configuration',
      (judges, backup) => {
        const panel = goodPanel(judges, backup);
        return {
          ...panel,
          assess: async (request, options) => {
            const result = await panel.assess(request, options);
            const place = (id: string): number => judges.findIndex((judge) => judge.id === id) + 1 || 99;
            return { ...result, votes: [...result.votes].toSorted((a, b) => place(a.id) - place(b.id)) };
          },
        };
      },
      [ORDER],
    ],
    [
      'failed votes forgotten',
      changing((result) => ({ ...result, votes: result.votes.filter(({ score }) => score !== null) })),
      [LOST, REJECTS, ALL_FAIL, BACKUP],
    ],
    ['no warnings', changing((result) => ({ ...result, warnings: [] })), [LOST, BACKUP]],
    ['costs of one judge only', changing((result) => ({ ...result, costUsd: 0.25 })), [SUM]],
    [
      'a missing score that becomes a 0',
      changing(({ error: _error, ...result }) => ({ ...result, score: result.score ?? 0 })),
      [ALL_FAIL],
    ],
    ['a use of the backup that is kept quiet', changing((result) => ({ ...result, usedBackup: false })), [BACKUP]],
    [
      'a backup that is one of the judges',
      (judges, backup) => goodPanel(backup ? [...judges, backup] : judges),
      [NO_BACKUP, BACKUP, ABORT],
    ],
    [
      'an abort that becomes a result',
      (judges, backup) => {
        const panel = goodPanel(judges, backup);
        return {
          ...panel,
          assess: (request, options) =>
            panel.assess(request, options).catch(() => ({ ...resultOf([], false), error: { code: 'a', message: 'b' } })),
        };
      },
      [ALREADY, ABORT],
    ],
    [
      'a rejecting judge that takes the panel with it',
      (judges, backup) => ({
        judgeIds: judges.map(({ id }) => id),
        async assess(request, options) {
          await Promise.all(judges.map((judge) => judge.assess(request, options)));
          return goodPanel(judges, backup).assess(request, options);
        },
      }),
      [REJECTS, ALL_FAIL, BACKUP],
    ],
  ])('%s', async (_title, makePanel, promises) => {
    expect(await brokenPromises(judgePanelConformance(makePanel))).toEqual(promises);
  });
});

test('a panel that asks one judge after the other fails that check, and does not hang it', async () => {
  const oneByOne: MakeJudgePanel = (judges, backup) => {
    let tail: Promise<unknown> = Promise.resolve();
    const queued = judges.map((judge) => ({
      ...judge,
      assess: (...args: Parameters<Judge['assess']>) => {
        const answer = tail.then(() => judge.assess(...args));
        tail = answer.catch(() => undefined);
        return answer;
      },
    }));
    return goodPanel(queued, backup);
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const check = judgePanelConformance(oneByOne).find(({ name }) => name.startsWith('all judges are asked at once'));
    const failed = brokenPromises(check ? [check] : []);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failed).toEqual(['all judges are asked at once, with the request as it came']);
  } finally {
    vi.useRealTimers();
  }
});
