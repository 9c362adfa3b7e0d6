import type { JudgePanel, JudgeRequest, PanelResult } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { shareAssessments } from './share-assessments.js';

const RESULT: PanelResult = {
  score: 0.5,
  votes: [{ id: 'a', model: 'a', score: 0.5 }],
  usedBackup: false,
  warnings: ['note'],
  hits: [],
  misses: [],
  reasoning: 'r',
  usage: { inputTokens: 10, outputTokens: 2 },
  costUsd: 0.1,
};
const REQUEST: JudgeRequest = { kind: 'criterion', scale: 'five_point', criterion: 'Is kind', input: [], candidate: 'x' };
const signal = new AbortController().signal;

function panelOf(answer: (signal: AbortSignal) => Promise<PanelResult> = async () => RESULT): JudgePanel & { readonly asked: JudgeRequest[] } {
  const asked: JudgeRequest[] = [];
  return {
    asked,
    judgeIds: ['a'],
    assess: (request, options) => {
      asked.push(request);
      return answer(options.signal);
    },
  };
}

describe('shareAssessments', () => {
  test('equal requests are asked once; what it took is counted once', async () => {
    const panel = panelOf();
    const share = shareAssessments();
    const results = await Promise.all([share(panel), share(panel), share(panel)].map((one) => one.assess({ ...REQUEST }, { signal })));
    expect(panel.asked).toEqual([REQUEST]);
    const { usage: _usage, costUsd: _costUsd, ...rest } = RESULT;
    expect(results).toEqual([RESULT, rest, rest]);
    expect(results.map(({ costUsd }) => costUsd)).toEqual([0.1, undefined, undefined]);
    expect(share(panel).judgeIds).toEqual(['a']);
  });

  test.each<[string, JudgeRequest]>([
    ['another criterion', { ...REQUEST, criterion: 'Is short' }],
    ['another scale', { ...REQUEST, scale: 'nine_point' }],
    ['another reply', { ...REQUEST, candidate: 'y' }],
    ['a reference besides', { ...REQUEST, referenceAnswer: 'z' }],
    ['another kind', { kind: 'prompt', scale: 'five_point', prompt: 'Is kind' }],
  ])('%s is another question', async (_what, other) => {
    const panel = panelOf();
    const one = shareAssessments()(panel);
    await one.assess(REQUEST, { signal });
    await one.assess(other, { signal });
    expect(panel.asked).toEqual([REQUEST, other]);
  });

  test('other panels and other trials are asked for themselves', async () => {
    const [first, second] = [panelOf(), panelOf()];
    const share = shareAssessments();
    await share(first).assess(REQUEST, { signal });
    await share(second).assess(REQUEST, { signal });
    await shareAssessments()(first).assess(REQUEST, { signal });
    expect([first.asked.length, second.asked.length]).toEqual([2, 1]);
  });

  test('what was cut short for one evaluator is asked again for another', async () => {
    const controller = new AbortController();
    const panel = panelOf((own) =>
      own === controller.signal
        ? new Promise((_resolve, reject) => {
            own.addEventListener('abort', () => reject(own.reason));
          })
        : Promise.resolve(RESULT),
    );
    const one = shareAssessments()(panel);
    const cut = one.assess(REQUEST, { signal: controller.signal });
    const waiting = one.assess(REQUEST, { signal });
    controller.abort(new Error('too slow'));
    await expect(cut).rejects.toThrow('too slow');
    expect(await waiting).toEqual(RESULT);
    expect(panel.asked).toHaveLength(2);
  });

  test('an evaluator that is cut short does not wait for the others', async () => {
    const controller = new AbortController();
    let release: (result: PanelResult) => void = () => undefined;
    const panel = panelOf(
      () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    );
    const one = shareAssessments()(panel);
    const first = one.assess(REQUEST, { signal });
    const cut = one.assess(REQUEST, { signal: controller.signal });
    controller.abort(new Error('too slow'));
    await expect(cut).rejects.toThrow('too slow');
    release(RESULT);
    expect(await first).toEqual(RESULT);
    expect(panel.asked).toHaveLength(1);
  });
});
