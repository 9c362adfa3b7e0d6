import { describe, expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { TrialExecutor } from '../contracts/trial-executor.js';
import { sampleErrorRow, sampleRow } from './samples/sample-row.js';
import { sampleTrial } from './samples/sample-trial.js';
import { trialExecutorConformance, type MakeTrialExecutor } from './trial-executor-conformance.js';

/** An executor that keeps every promise, and what breaks it. */
function executor(change: (good: TrialExecutor, ask: () => void) => Partial<TrialExecutor> = () => ({})): MakeTrialExecutor {
  return (target) => {
    let asked = 0;
    const ask = (): void => void (asked += 1);
    const good: TrialExecutor = {
      prepare: async () => undefined,
      async execute({ key, suite, suitePath, evalCase, target: { name }, variant, repeat }, { signal, onlyJudging, unasked }) {
        signal.throwIfAborted();
        const ofTrial = { trialKey: key, suite, suitePath, caseId: evalCase.id, target: name, variant, repeat };
        if (unasked) return { ...sampleErrorRow({ error: { code: 'dependency', message: unasked.message } }), ...ofTrial };
        ask();
        if (target === 'hangs') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        onlyJudging?.();
        const row = target === 'fails' ? sampleErrorRow() : sampleRow({ status: 'ok', score: 1 });
        return { ...row, ...ofTrial };
      },
      close: async () => undefined,
    };
    return { executor: { ...good, ...change(good, ask) }, trial: (repeat) => sampleTrial({ repeat, key: `trial-${repeat}` }), asked: () => asked };
  };
}

test('a good executor keeps every promise', async () => {
  expect(await brokenPromises(trialExecutorConformance(executor()))).toEqual([]);
});

describe('a broken executor fails the check of the promise that it breaks', () => {
  test.each<[string, Parameters<typeof executor>[0], string]>([
    ['that asks while it makes ready', (_, ask) => ({ prepare: async () => ask() }), 'a trial comes to its row, and is left as it is'],
    ['that makes ready once', () => {
      let made = 0;
      return { prepare: async () => void ((made += 1) > 1 && expect.fail('again')) };
    }, 'a trial may be made ready several times, also at once'],
    ['that mixes rows up', ({ execute }) => {
      let last: ReturnType<typeof execute> | undefined;
      return { execute: (trial, options) => (last ??= execute(trial, options)) };
    }, 'trials at once come to their own rows'],
    ['that gives places back twice', ({ execute }) => ({
      async execute(trial, options) {
        options.onlyJudging?.();
        return execute(trial, options);
      },
    }), 'a place is given back at most once'],
    ['that gives places of lost requests back twice', ({ execute }) => ({
      async execute(trial, options) {
        const row = await execute(trial, options);
        if (row.error) options.onlyJudging?.();
        return row;
      },
    }), 'a place is given back at most once, also where the target fails'],
    ['that asks whom it is told not to', ({ execute }) => ({ execute: (trial, options) => execute(trial, { ...options, unasked: undefined }) }), 'a trial whose target is not to be asked has a row that says why'],
    ['that rejects for what a target does', ({ execute }) => ({
      async execute(trial, options) {
        const row = await execute(trial, options);
        if (row.error) throw new Error(row.error.message);
        return row;
      },
    }), 'what a target does wrong is the row of its trial'],
    ['that looks at no signal', ({ execute }) => ({ execute: (trial) => execute(trial, { signal: new AbortController().signal }) }), 'a signal that has aborted already sends nothing'],
    ['whose trials end each other', ({ execute }) => {
      const all = new AbortController();
      return {
        execute(trial, { signal }) {
          signal.addEventListener('abort', () => all.abort(signal.reason));
          return execute(trial, { signal: signal.aborted ? signal : all.signal });
        },
      };
    }, 'a signal that aborts ends a trial that waits, and no other'],
    ['that cannot be closed', () => ({ close: () => Promise.reject(new Error('stuck')) }), 'it can be closed, whether it did something or not'],
  ])('%s', async (_what, change, promise) => {
    const checks = trialExecutorConformance(executor(change)).filter(({ name }) => name === promise);
    expect(await brokenPromises(checks)).toEqual([promise]);
  });
});
