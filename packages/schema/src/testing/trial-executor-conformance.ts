import assert from 'node:assert/strict';
import type { TrialExecutor } from '../contracts/trial-executor.js';
import { DependencyError } from '../errors/dependency-error.js';
import type { Trial } from '../domain/trial.js';
import { decodeRow, encodeRow } from '../row/row-codec.js';
import type { ResultRow } from '../row/result-row.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { deepFreeze } from '../json/deep-freeze.js';
import { within } from './support/within.js';

/** What the target of a subject does with a request. */
export type TargetBehaviour = 'replies' | 'fails' | 'hangs';

/** An executor whose trials ask one target. */
export interface TrialExecutorSubject {
  readonly executor: TrialExecutor;
  /** A trial of its own for each repeat, counted from 1, whose reply gets the score 1. */
  trial(repeat: number): Trial;
  /** How often the target was asked. */
  asked(): number;
  cleanUp?(): void | Promise<void>;
}

export type MakeTrialExecutor = (target: TargetBehaviour) => TrialExecutorSubject | Promise<TrialExecutorSubject>;

const neverAborts = (): AbortSignal => new AbortController().signal;

function assertRowOf(row: ResultRow, { key, suite, suitePath, evalCase, target, variant, repeat }: Trial): void {
  const { trialKey, caseId, target: name, variant: varied } = row;
  assert.deepEqual([trialKey, row.suite, row.suitePath, caseId, name, varied.label, row.repeat], [key, suite, suitePath, evalCase.id, target.name, variant.label, repeat]);
  // What no line of a run can hold would be lost with the process.
  assert.deepEqual(decodeRow(JSON.parse(JSON.stringify(encodeRow(row))) as unknown).trialKey, key);
}

type ExecutorCheck = (subject: TrialExecutorSubject) => Promise<void>;

interface Promised {
  readonly target: TargetBehaviour;
  readonly check: ExecutorCheck;
}

async function givenBackOnce({ executor, trial }: TrialExecutorSubject): Promise<void> {
  const one = trial(1);
  let given = 0;
  await executor.prepare(one);
  await executor.execute(one, { signal: neverAborts(), onlyJudging: () => void (given += 1) });
  assert.ok(given <= 1, `it was given back ${given} times`);
}

const CHECKS: Readonly<Record<string, Promised>> = {
  'a trial comes to its row, and is left as it is': {
    target: 'replies',
    async check({ executor, trial, asked }) {
      const one = deepFreeze(trial(1));
      await executor.prepare(one);
      assert.equal(asked(), 0, 'the target was asked before the trial was executed');
      const row = await executor.execute(one, { signal: neverAborts() });
      assertRowOf(row, one);
      assert.deepEqual([row.status, row.score, asked()], ['ok', 1, 1]);
    },
  },
  'a trial may be made ready several times, also at once': {
    target: 'replies',
    async check({ executor, trial, asked }) {
      const one = trial(1);
      await Promise.all([executor.prepare(one), executor.prepare(one)]);
      await executor.prepare(one);
      assertRowOf(await executor.execute(one, { signal: neverAborts() }), one);
      assert.equal(asked(), 1);
    },
  },
  'trials at once come to their own rows': {
    target: 'replies',
    async check({ executor, trial }) {
      const trials = Array.from({ length: 8 }, (_, index) => trial(index + 1));
      for (const one of trials) await executor.prepare(one);
      const rows = await Promise.all(trials.map((one) => executor.execute(one, { signal: neverAborts() })));
      for (const [index, row] of rows.entries()) assertRowOf(row, trials[index] as Trial);
    },
  },
  'a place is given back at most once': {
    target: 'replies',
    check: givenBackOnce,
  },
  'a place is given back at most once, also where the target fails': {
    target: 'fails',
    check: givenBackOnce,
  },
  'what a target does wrong is the row of its trial': {
    target: 'fails',
    async check({ executor, trial }) {
      const one = trial(1);
      await executor.prepare(one);
      const row = await executor.execute(one, { signal: neverAborts() });
      assertRowOf(row, one);
      assert.deepEqual([row.status, row.score], ['error', null]);
      assert.ok(row.error?.message, 'the row does not say what went wrong');
    },
  },
  'a trial whose target is not to be asked has a row that says why': {
    target: 'replies',
    async check({ executor, trial, asked }) {
      const one = trial(1);
      await executor.prepare(one);
      const row = await executor.execute(one, { signal: neverAborts(), unasked: new DependencyError('the case before it failed') });
      assertRowOf(row, one);
      assert.deepEqual([row.status, row.score, row.error?.message, asked()], ['error', null, 'the case before it failed', 0]);
    },
  },
  'a signal that has aborted already sends nothing': {
    target: 'replies',
    async check({ executor, trial, asked }) {
      const one = trial(1);
      await executor.prepare(one);
      const reason = new Error('before');
      await assert.rejects(within(executor.execute(one, { signal: AbortSignal.abort(reason) }), 'execute()'), reason);
      assert.equal(asked(), 0);
    },
  },
  'a signal that aborts ends a trial that waits, and no other': {
    target: 'hangs',
    async check({ executor, trial, asked }) {
      const [one, other] = [trial(1), trial(2)];
      await executor.prepare(one);
      await executor.prepare(other);
      const [ending, goingOn] = [new AbortController(), new AbortController()];
      const reason = new Error('enough');
      const ended = executor.execute(one, { signal: ending.signal });
      let isOver = false;
      const left = executor.execute(other, { signal: goingOn.signal }).finally(() => (isOver = true));
      left.catch(() => undefined);
      await within(untilTrue(() => asked() >= 2), 'the requests');
      ending.abort(reason);
      await assert.rejects(within(ended, 'execute()'), reason);
      assert.equal(isOver, false, 'the other trial ended too');
      goingOn.abort(reason);
      await assert.rejects(within(left, 'execute()'), reason);
    },
  },
  'it can be closed, whether it did something or not': {
    target: 'replies',
    async check({ executor }) {
      await within(executor.close(), 'close()');
    },
  },
};

async function untilTrue(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** The promises of a {@link TrialExecutor}. */
export function trialExecutorConformance(makeSubject: MakeTrialExecutor): readonly ConformanceCheck[] {
  return Object.entries(CHECKS).map(([name, { target, check }]) => ({
    name,
    async run() {
      const subject = await makeSubject(target);
      try {
        await check(subject);
        await within(subject.executor.close(), 'close()');
      } finally {
        await subject.cleanUp?.();
      }
    },
  }));
}
