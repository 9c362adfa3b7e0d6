import { describe, expect, test } from 'vitest';
import { brokenPromises } from '../../test/broken-promises.js';
import type { Reporter } from '../contracts/reporter.js';
import { reporterConformance, type ReporterSubject } from './reporter-conformance.js';

function makeSubject(change: Partial<Reporter> = {}): ReporterSubject {
  const lines: string[] = [];
  const show = (text: string): void => {
    lines.push(text.replaceAll(/\p{Cc}/gu, ' '));
  };
  return {
    reporter: {
      name: 'lines',
      runStarted: (run) => show(`run ${run.runId}`),
      diagnostic: (diagnostic) => show(diagnostic.message),
      trialFinished: (row) => show(`${row.caseId} ${row.score ?? 'unscored'} ${row.warnings.join()}`),
      runFinished: (summary) => show(summary.outcome),
      ...change,
    },
    output: () => lines.join('\n'),
  };
}

const terminal = { terminal: true };

test('a good reporter keeps every promise', async () => {
  expect(await brokenPromises(reporterConformance(() => makeSubject(), terminal))).toEqual([]);
});

test('a reporter without any method is a reporter', async () => {
  expect(await brokenPromises(reporterConformance(() => ({ reporter: { name: 'silent' } })))).toEqual([]);
});

describe('a broken reporter fails the check of the promise that it breaks', () => {
  const ODD = 'takes odd rows: no score, no reply, control characters, huge texts';
  const TERMINAL = 'control sequences of a reply do not reach the terminal';

  test('no name', async () => {
    expect(await brokenPromises(reporterConformance(() => makeSubject({ name: '' })))).toEqual(['the reporter has a name']);
  });

  test('a method that is misspelt', async () => {
    const change: object = { trialFinnished: () => undefined, trialFinished: undefined };
    expect(await brokenPromises(reporterConformance(() => makeSubject(change)))).toEqual(['has no method that is called almost as one of a reporter, and never is']);
  });

  test('fails for a row without a reply', async () => {
    const change: Partial<Reporter> = {
      trialFinished: ({ status, output }) => {
        if (status === 'error' && output === null) throw new TypeError('no output');
      },
    };
    expect(await brokenPromises(reporterConformance(() => makeSubject(change)))).toEqual([
      expect.stringContaining('shows a whole run'),
      ODD,
    ]);
  });

  const ELSE = 'takes all else that a run tells: what holds it up, what it spends, its rounds, rows that were kept, findings at the end';
  const fail = (): never => {
    throw new TypeError('nobody thought of this');
  };
  let hasEnded = false;

  test.each<[string, Partial<Reporter>]>([
    ['what holds it up', { heldUp: ([first]) => (first ? undefined : fail()) }],
    ['budgets of suites', { spent: (budgets) => void budgets.map(({ suite }) => (suite === undefined ? undefined : fail())) }],
    ['a look at repeats', { roundEnded: ({ groups }) => void (groups as unknown[]).push(0) }],
    ['cases that are asked again', { rechecksStarted: fail }],
    ['rows that were kept', { trialKept: fail }],
    ['an estimate', { trialsEstimated: fail }],
    ['trust that cannot be read', { runFinished: async (_summary, _comparison, trust) => ((await trust?.())?.problems.length ? fail() : undefined) }],
  ])('fails for %s', async (_what, change) => {
    expect(await brokenPromises(reporterConformance(() => makeSubject(change)))).toEqual([ELSE]);
  });

  test('fails for a finding at the end', async () => {
    const subject = (): ReporterSubject => {
      hasEnded = false;
      return makeSubject({ runFinished: () => (hasEnded = true), diagnostic: () => (hasEnded ? fail() : undefined) });
    };
    expect(await brokenPromises(reporterConformance(subject))).toEqual([ELSE]);
  });

  test('control sequences passed on', async () => {
    let shown = '';
    const subject = (): ReporterSubject => ({
      ...makeSubject({
        trialFinished: (row) => {
          shown += row.caseId;
        },
      }),
      output: () => shown,
    });
    expect(await brokenPromises(reporterConformance(subject, terminal))).toEqual([TERMINAL]);
  });

  test('nothing is shown on the terminal', async () => {
    const subject = (): ReporterSubject => ({ ...makeSubject(), output: () => '' });
    expect(await brokenPromises(reporterConformance(subject, terminal))).toEqual([TERMINAL]);
  });

  test('a promise that rejects', async () => {
    const change: Partial<Reporter> = {
      trialFinished: async () => {
        throw new TypeError('too late');
      },
    };
    expect(await brokenPromises(reporterConformance(() => makeSubject(change)))).toEqual([
      expect.stringContaining('shows a whole run'),
      expect.stringContaining('after an interruption'),
      ELSE,
      ODD,
      expect.stringContaining('closed after a run'),
    ]);
  });

  test('an end that comes before what was begun is done', async () => {
    let done = 0;
    const change: Partial<Reporter> = {
      trialFinished: async () => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        done += 1;
      },
      runFinished: ({ plannedTrials }) => {
        if (plannedTrials === 2 && done < 2) throw new Error('rows are missing');
      },
    };
    expect(await brokenPromises(reporterConformance(() => makeSubject(change)))).toEqual([]);
  });

  test('cannot be closed twice', async () => {
    const subject = (): ReporterSubject => {
      let closed = 0;
      return makeSubject({
        close: () => {
          closed += 1;
          if (closed === 2) throw new Error('closed already');
        },
      });
    };
    expect(await brokenPromises(reporterConformance(subject))).toEqual([
      expect.stringContaining('closed after a run'),
      expect.stringContaining('goes no further'),
      expect.stringContaining('before anything has happened'),
    ]);
  });

  test('a run without groups is not expected', async () => {
    const change: Partial<Reporter> = {
      runFinished: ({ groups }) => {
        if (groups[0] === undefined) throw new TypeError('no group');
      },
    };
    expect(await brokenPromises(reporterConformance(() => makeSubject(change)))).toEqual([
      expect.stringContaining('without any trial'),
      expect.stringContaining('never started'),
    ]);
  });

  test('what a run is held against is changed', async () => {
    const change: Partial<Reporter> = {
      runFinished: (_summary, comparison) => {
        if (comparison) Object.assign(comparison, { exitCode: 0 });
      },
    };
    expect(await brokenPromises(reporterConformance(() => makeSubject(change)))).toEqual([expect.stringContaining('held against its baselines')]);
  });

  test('data is changed', async () => {
    const change: Partial<Reporter> = {
      trialFinished: (row) => {
        Object.assign(row, { score: 0 });
      },
    };
    const checks = reporterConformance(() => makeSubject(change));
    expect(await brokenPromises(checks)).toHaveLength(5);
    await expect(checks.find(({ name }) => name === ODD)?.run()).rejects.toThrow(/read only/u);
  });
});
