import assert from 'node:assert/strict';
import type { Judge } from '../contracts/judge.js';
import type { JudgePanel, PanelResult } from '../contracts/judge-panel.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { deepFreeze } from '../json/deep-freeze.js';
import { sampleJudgeRequest } from './judge-conformance.js';
import { assertPlainJson } from './support/plain-json.js';
import { assertError, assertScored } from './support/score-assertions.js';
import { scriptedJudge, type JudgeScript } from './samples/scripted-judge.js';
import { within } from './support/within.js';

/** Makes a panel with a quorum of 1 over these judges; it asks them as they are, without retries. */
export type MakeJudgePanel = (judges: readonly Judge[], backup?: Judge) => JudgePanel | Promise<JudgePanel>;

async function assess(panel: JudgePanel): Promise<PanelResult> {
  const { signal } = new AbortController();
  const result = await within(panel.assess(deepFreeze(sampleJudgeRequest()), { signal }), 'assess()');
  assertScored(result, 'the panel');
  for (const vote of result.votes) assertScored(vote, `the vote of ${vote.id}`);
  assertPlainJson(result, 'the result');
  return result;
}

async function outcomeOf(
  makePanel: MakeJudgePanel,
  scripts: readonly JudgeScript[],
  backup?: JudgeScript,
): Promise<PanelResult> {
  return assess(await makePanel(scripts.map(scriptedJudge), backup && scriptedJudge(backup)));
}

function assertClose(actual: number | null, expected: number): void {
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-12, `the score is ${actual}, expected ${expected}`);
}

const THREE: readonly JudgeScript[] = [
  { id: 'a', score: 0.1 },
  { id: 'b', score: 0.7 },
  { id: 'c', score: 1 },
];

const ORDERS: readonly (readonly number[])[] = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

type PanelCheck = (makePanel: MakeJudgePanel) => Promise<void>;

const CONSENSUS: Readonly<Record<string, PanelCheck>> = {
  'the score is the mean of the votes, which are kept under the ids of the judges': async (makePanel) => {
    const panel = await makePanel(THREE.map(scriptedJudge));
    assert.deepEqual([...panel.judgeIds].toSorted(), ['a', 'b', 'c']);
    const result = await assess(panel);
    assertClose(result.score, 0.6);
    assert.deepEqual(
      result.votes.map(({ id, model, score }) => ({ id, model, score })),
      THREE.map(({ id, score }) => ({ id, model: `model-of-${id}`, score })),
    );
    assert.equal(result.usedBackup, false);
    assert.equal(result.error, undefined, 'a score and an error at once');
  },

  'neither the order nor the speed of the judges changes the result': async (makePanel) => {
    const scripts: readonly JudgeScript[] = [...THREE, { id: 'd', score: null }];
    const expected = await outcomeOf(makePanel, scripts);
    for (const order of ORDERS) {
      const shuffled = [3, ...order].map((index, position) => ({
        ...(scripts[index] ?? { id: 'd', score: null }),
        delay: order[position] ?? 0,
      }));
      assert.deepEqual(await outcomeOf(makePanel, shuffled), expected, `order ${shuffled.map(({ id }) => id).join()}`);
    }
  },

  'all judges are asked at once, with the request as it came': async (makePanel) => {
    const waiting: (() => void)[] = [];
    const barrier = (id: string): Judge => {
      const judge = scriptedJudge({ id, score: 0.5 });
      return {
        ...judge,
        async assess(request, options) {
          assert.deepEqual(request, sampleJudgeRequest());
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
            if (waiting.length >= 3) for (const release of waiting) release();
          });
          return judge.assess(request, options);
        },
      };
    };
    assertClose((await assess(await makePanel(['a', 'b', 'c'].map(barrier)))).score, 0.5);
  },

  'what judging has used is the sum over all votes': async (makePanel) => {
    const result = await outcomeOf(makePanel, [...THREE, { id: 'd', score: null }]);
    assert.deepEqual(result.usage, { inputTokens: 40, outputTokens: 8 });
    assertClose(result.costUsd ?? null, 1);
  },
};

const LOSSES: Readonly<Record<string, PanelCheck>> = {
  'a lost judge leaves the mean, keeps its vote with the error, and is warned about': async (makePanel) => {
    const result = await outcomeOf(makePanel, [
      { id: 'a', score: 0.5 },
      { id: 'b', score: null },
      { id: 'c', score: 1 },
    ]);
    assertClose(result.score, 0.75);
    const lost = result.votes.find((vote) => vote.id === 'b');
    assert.equal(lost?.score, null, 'the failed vote is not kept as failed');
    assert.ok(result.warnings.length > 0, 'nothing warns of the lost judge');
  },

  'a judge that rejects is a lost judge': async (makePanel) => {
    const result = await outcomeOf(makePanel, [
      { id: 'a', score: 0.5 },
      { id: 'b', score: 'throws' },
    ]);
    assertClose(result.score, 0.5);
    assert.equal(result.votes.length, 2);
  },

  'when every judge fails the score is null with an error, never a 0': async (makePanel) => {
    const result = await outcomeOf(makePanel, [
      { id: 'a', score: null },
      { id: 'b', score: 'throws' },
    ]);
    assert.equal(result.score, null);
    assertError(result.error, 'the panel');
    assert.equal(result.votes.length, 2);
  },

  'the backup is not asked while a primary judge has a vote': async (makePanel) => {
    const backup = scriptedJudge({ id: 'backup', score: 1 });
    const judges = [scriptedJudge({ id: 'a', score: 0.5 }), scriptedJudge({ id: 'b', score: null })];
    const panel = await makePanel(judges, backup);
    assert.ok(!panel.judgeIds.includes('backup'), 'the backup is no primary judge');
    const result = await assess(panel);
    assert.equal(backup.asked.length, 0, 'the backup was asked');
    assert.equal(result.usedBackup, false);
    assertClose(result.score, 0.5);
  },

  'the backup decides when every primary judge failed, and the result says so': async (makePanel) => {
    const result = await outcomeOf(
      makePanel,
      [
        { id: 'x', score: null },
        { id: 'y', score: 'throws' },
      ],
      { id: 'backup', score: 0.75 },
    );
    assertClose(result.score, 0.75);
    assert.equal(result.usedBackup, true);
    assert.deepEqual(
      result.votes.map(({ id, backup }) => ({ id, backup: backup ?? false })),
      [
        { id: 'x', backup: false },
        { id: 'y', backup: false },
        { id: 'backup', backup: true },
      ],
    );
    assert.ok(result.warnings.length > 0, 'nothing warns that the backup was used');
  },

  'rejects when the signal is already aborted': async (makePanel) => {
    const panel = await makePanel(THREE.map(scriptedJudge));
    const aborted = (async () => panel.assess(sampleJudgeRequest(), { signal: AbortSignal.abort() }))();
    await within(assert.rejects(aborted), 'assess() with an aborted signal');
  },

  'rejects when the signal aborts in flight, and does not ask the backup then': async (makePanel) => {
    const backup = scriptedJudge({ id: 'backup', score: 1 });
    const slow = THREE.map((script) => scriptedJudge({ ...script, delay: 1_000_000 }));
    const panel = await makePanel(slow, backup);
    const controller = new AbortController();
    const pending = assert.rejects(panel.assess(sampleJudgeRequest(), { signal: controller.signal }));
    setImmediate(() => controller.abort());
    await within(pending, 'an aborted assess()');
    assert.equal(backup.asked.length, 0, 'the backup was asked after the abort');
  },
};

/** What every {@link JudgePanel} promises. `makePanel` is called at least once for each check. */
export function judgePanelConformance(makePanel: MakeJudgePanel): readonly ConformanceCheck[] {
  return Object.entries({ ...CONSENSUS, ...LOSSES }).map(([name, check]) => ({
    name,
    run: async () => check(makePanel),
  }));
}
