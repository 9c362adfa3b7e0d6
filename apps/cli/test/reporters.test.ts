import type { Reporter } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluate, type EvaluateOptions, type EvaluateResult } from '../src/index.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = `evalcases:
  - {id: one, expected_outcome: says a, input: a, evaluators: [{type: contains, value: a}]}
  - {id: two, expected_outcome: says a, input: a, evaluators: [{type: contains, value: a}]}
  - {id: three, expected_outcome: says a, input: b, evaluators: [{type: contains, value: a}]}
`;

const boom = (): never => {
  throw new Error('boom');
};
const rejected = (): Promise<void> => Promise.reject(new Error('boom'));
const never = (): Promise<void> => new Promise(() => undefined);

interface Told {
  readonly events: readonly string[];
  readonly warnings: readonly string[];
}

/** A run with these reporters and, after them, one that takes down what it is told. */
async function run(reporters: readonly Reporter[], more: Partial<EvaluateOptions> = {}): Promise<EvaluateResult & Told & { rowCount: number }> {
  const { folder, rows } = await createWorkspace({ 'suite.yaml': SUITE });
  const events: string[] = [];
  const warnings: string[] = [];
  const witness: Reporter = {
    name: 'witness',
    runStarted: () => void events.push('started'),
    trialFinished: ({ caseId }) => void events.push(caseId),
    runFinished: () => void events.push('finished'),
    diagnostic: ({ severity, message }) => void (severity === 'warning' && warnings.push(message)),
  };
  const options = { files: 'suite.yaml', cwd: folder, env: {}, targets: ['mock'], concurrency: 1, reporterTimeoutSeconds: 0.2, ...more };
  const result = await evaluate({ ...options, reporters: [...reporters, witness] });
  return { ...result, events, warnings, rowCount: (await rows()).length };
}

const broken: Readonly<Record<string, Omit<Reporter, 'name'>>> = {
  'throws at the start': { runStarted: boom },
  'throws when a trial starts': { trialStarted: boom },
  'throws in the middle': { trialFinished: boom },
  'throws at the end': { runFinished: boom },
  'returns a promise that rejects at the start': { runStarted: rejected },
  'returns a promise that rejects in the middle': { trialFinished: rejected },
  'returns a promise that rejects at the end': { runFinished: rejected },
};

describe('a reporter that fails', () => {
  test.each(Object.entries(broken))('%s: outcome, rows and other reporters are as without it', async (_how, methods) => {
    const { summary, events, warnings, lostReporters, rowCount } = await run([{ name: 'fragile', ...methods }]);
    expect(summary).toMatchObject({ outcome: 'failed', exitCode: 1, groups: [{ trials: 3, passed: 2, failed: 1 }] });
    expect(rowCount).toBe(3);
    expect(events).toEqual(['started', 'one', 'two', 'three', 'finished']);
    expect(warnings).toEqual(['reporter "fragile" failed and was left out: boom']);
    expect(lostReporters).toMatchObject([{ name: 'fragile', error: { message: 'boom' } }]);
  });

  test('one that writes into the summary changes neither the outcome nor what others are told', async () => {
    const outcomes: string[] = [];
    const { summary } = await run([
      { name: 'forger', runFinished: (told) => void Object.assign(told, { outcome: 'passed', exitCode: 0, reasons: [] }) },
      { name: 'reader', runFinished: ({ outcome, exitCode }) => void outcomes.push(`${outcome} ${exitCode}`) },
    ]);
    expect(summary).toMatchObject({ outcome: 'failed', exitCode: 1, reasons: ['suite on mock: 1 of 3 trials failed'] });
    expect(outcomes).toEqual(['failed 1']);
  });

  test('is not called again', async () => {
    let calls = 0;
    const count = (): void => void (calls += 1);
    await run([{ name: 'fragile', runStarted: boom, trialStarted: count, trialFinished: count, runFinished: count }]);
    expect(calls).toBe(0);
  });

  test('one that never finishes is waited for within bounds', async () => {
    const { summary, events, warnings, lostReporters } = await run([
      { name: 'stuck at the end', runFinished: never },
      { name: 'stuck before', trialFinished: never },
    ]);
    expect(summary.outcome).toBe('failed');
    expect(events.at(-1)).toBe('finished');
    expect(lostReporters.map(({ error }) => error.code)).toEqual(['reporter', 'reporter']);
    expect(warnings.toSorted()).toEqual([
      'reporter "stuck at the end" failed and was left out: it did not finish within 0.2 s after the run',
      'reporter "stuck before" failed and was left out: it did not finish within 0.2 s after the run',
    ]);
  });

  test('all of several are lost, each with its name; onRow is one of them', async () => {
    const { lostReporters, rowCount } = await run([{ name: 'a', runStarted: boom }, { name: 'b', diagnostic: boom }], { onRow: boom });
    expect(lostReporters.map(({ name }) => name)).toEqual(['a', 'b', 'on-row']);
    expect(rowCount).toBe(3);
  });
});

describe('a reporter that takes its time', () => {
  test('holds up nothing, is finished when its earlier calls are, and is waited for', async () => {
    const events: string[] = [];
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow: Reporter = {
      name: 'slow',
      async trialFinished({ caseId }) {
        if (caseId === 'three') release();
        await gate;
        events.push(caseId);
      },
      async runFinished() {
        events.push('finishing');
        await new Promise((resolve) => setTimeout(resolve, 20));
        events.push('finished');
      },
    };
    const { lostReporters } = await run([slow], { reporterTimeoutSeconds: 10 });
    expect(events).toEqual(['one', 'two', 'three', 'finishing', 'finished']);
    expect(lostReporters).toEqual([]);
  });
});
