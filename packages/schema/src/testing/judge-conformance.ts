import assert from 'node:assert/strict';
import type { CriterionRequest, Judge, JudgeAnswer, JudgeRequest, JudgeScale } from '../contracts/judge.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { deepFreeze } from '../json/deep-freeze.js';
import { assertPlainJson } from './support/plain-json.js';
import { assertAmount, assertError, assertScored, assertUsage } from './support/score-assertions.js';
import { within } from './support/within.js';

/**
 * How the model behind a judge behaves:
 * - `answers`: gives a usable assessment in whatever scale it is asked for;
 * - `babbles`: always replies with text that holds no assessment;
 * - `fails`: fails every request;
 * - `hangs`: accepts requests and never replies.
 */
export type JudgeBehaviour = 'answers' | 'babbles' | 'fails' | 'hangs';

export interface JudgeSubject {
  readonly judge: Judge;
  /** Stops the other side. */
  cleanUp?(): void | Promise<void>;
}

/** A criterion about a reply, on the scale. */
export function sampleJudgeRequest(scale: JudgeScale = 'five_point'): JudgeRequest {
  return {
    kind: 'criterion',
    scale,
    criterion: 'Names the capital of France',
    input: [{ role: 'user', content: 'What is the capital of France?' }],
    candidate: 'The capital of France is Paris.',
  };
}

const SCALES: readonly { readonly scale: JudgeScale; readonly classes?: readonly number[] }[] = [
  { scale: 'five_point', classes: [0, 0.25, 0.5, 0.75, 1] },
  { scale: 'nine_point', classes: [0, 0.001, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1] },
  { scale: 'unit' },
  { scale: { min: 1, max: 5 }, classes: [0, 0.25, 0.5, 0.75, 1] },
];

async function assess(judge: Judge, request: JudgeRequest): Promise<JudgeAnswer> {
  return within(judge.assess(deepFreeze(request), { signal: new AbortController().signal }), 'assess()');
}

function assertAnswer(answer: JudgeAnswer, judge: Judge): void {
  assert.equal(answer.id, judge.id);
  assert.equal(answer.model, judge.model);
  assertScored(answer, `judge ${judge.id}`);
  assertUsage(answer.usage, 'usage');
  assertAmount(answer.costUsd, 'costUsd');
  assertPlainJson(answer, 'the answer');
}

async function assertUnscored(judge: Judge): Promise<void> {
  const answer = await assess(judge, sampleJudgeRequest());
  assertAnswer(answer, judge);
  assert.equal(answer.score, null, 'what is missing became a number');
  assertError(answer.error, `judge ${judge.id}`);
}

type JudgeCheck = (judge: Judge) => Promise<void>;

const CHECKS: readonly { readonly name: string; readonly behaviour: JudgeBehaviour; readonly check: JudgeCheck }[] = [
  {
    name: 'an answer carries the judge, its model and a score of the scale that was asked for',
    behaviour: 'answers',
    check: async (judge) => {
      assert.ok(judge.id !== '' && judge.model !== '', 'the judge has no id or model');
      for (const { scale, classes } of SCALES) {
        const answer = await assess(judge, sampleJudgeRequest(scale));
        assertAnswer(answer, judge);
        assert.ok(answer.score !== null, `no score on the scale ${JSON.stringify(scale)}: ${answer.error?.message}`);
        assert.ok(classes?.includes(answer.score) ?? true, `${answer.score} is no class of ${JSON.stringify(scale)}`);
        assert.equal(answer.error, undefined, 'a score and an error at once');
      }
    },
  },
  {
    name: 'says which of two responses is better: 1 for the first, 0 for the second, 0.5 for neither',
    behaviour: 'answers',
    check: async (judge) => {
      const { kind: _, candidate, ...request } = sampleJudgeRequest() as CriterionRequest;
      const candidates = [{ candidate }, { candidate: 'It is London.' }] as const;
      const answer = await assess(judge, { ...request, kind: 'preference', scale: 'preference', candidates });
      assertAnswer(answer, judge);
      assert.ok(answer.score !== null && [0, 0.5, 1].includes(answer.score), `${answer.score} prefers nothing`);
    },
  },
  {
    name: "answers a prompt of the eval's own",
    behaviour: 'answers',
    check: async (judge) => {
      const answer = await assess(judge, { kind: 'prompt', scale: 'unit', prompt: 'Is Paris in France?' });
      assertAnswer(answer, judge);
      assert.ok(answer.score !== null, 'the reply was not understood');
    },
  },
  {
    name: 'a reply without an assessment is an answer with score null and an error, never a rejection or a 0',
    behaviour: 'babbles',
    check: assertUnscored,
  },
  {
    name: 'a failed request is an answer with score null and an error, never a rejection or a 0',
    behaviour: 'fails',
    check: assertUnscored,
  },
  {
    name: 'rejects when the signal is already aborted',
    behaviour: 'answers',
    check: async (judge) => {
      const aborted = (async () => judge.assess(sampleJudgeRequest(), { signal: AbortSignal.abort() }))();
      await within(assert.rejects(aborted), 'assess() with an aborted signal');
    },
  },
  {
    name: 'rejects when the signal aborts in flight',
    behaviour: 'hangs',
    check: async (judge) => {
      const controller = new AbortController();
      const pending = assert.rejects(judge.assess(sampleJudgeRequest(), { signal: controller.signal }));
      const timer = setTimeout(() => controller.abort(), 50);
      try {
        await within(pending, 'an aborted assess()');
      } finally {
        clearTimeout(timer);
      }
    },
  },
];

/**
 * What every {@link Judge} promises. `makeSubject` makes a fresh one, over a model that behaves as
 * asked, for each check.
 */
export function judgeConformance(
  makeSubject: (behaviour: JudgeBehaviour) => JudgeSubject | Promise<JudgeSubject>,
): readonly ConformanceCheck[] {
  return CHECKS.map(({ name, behaviour, check }) => ({
    name,
    run: async () => {
      const subject = await makeSubject(behaviour);
      try {
        await check(subject.judge);
      } finally {
        await subject.cleanUp?.();
      }
    },
  }));
}
