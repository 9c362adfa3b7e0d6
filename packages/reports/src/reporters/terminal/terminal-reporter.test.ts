import {
  reporterConformance,
  sampleErrorRow,
  sampleRow,
  sampleRunStart,
  sampleSummary,
  sampleTrial,
} from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import type { TerminalClock } from './terminal-clock.js';
import { createTerminalReporter, type TerminalReporter, type TerminalReporterOptions } from './terminal-reporter.js';

/** A clock that only moves when it is told to. */
function manualClock(): TerminalClock & { advance(ms: number): void; readonly timers: number } {
  const timers = new Set<{ readonly ms: number; readonly callback: () => void; next: number }>();
  let now = 0;
  return {
    now: () => now,
    every(ms, callback) {
      const timer = { ms, callback, next: now + ms };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      while (now < end) {
        now += 1;
        for (const timer of timers) {
          if (timer.next > now) continue;
          timer.next += timer.ms;
          timer.callback();
        }
      }
    },
    get timers() {
      return timers.size;
    },
  };
}

interface Session {
  readonly reporter: TerminalReporter;
  readonly clock: ReturnType<typeof manualClock>;
  readonly stdout: string[];
  readonly stderr: string[];
}

function open(options: Partial<TerminalReporterOptions> = {}): Session {
  const clock = manualClock();
  const stdout: string[] = [];
  const stderr: string[] = [];
  const reporter = createTerminalReporter({
    stdout: { write: (text) => stdout.push(text) },
    stderr: { write: (text) => stderr.push(text) },
    color: false,
    interactive: true,
    columns: () => 80,
    verbose: false,
    clock,
    ...options,
  });
  return { reporter, clock, stdout, stderr };
}

const HIDE = '\u001B[?25l';
const SHOW = '\u001B[?25h';

describe.each([
  ['on a terminal', { interactive: true, verbose: false }],
  ['in a log, verbose', { interactive: false, verbose: true }],
])('a terminal reporter %s', (_where, options) => {
  const checks = reporterConformance(
    () => {
      const { reporter, stdout, stderr } = open(options);
      return { reporter, output: () => stdout.join('') + stderr.join(''), cleanUp: () => reporter.close() };
    },
    { terminal: true },
  );
  test.each(checks.map((check) => [check.name, check]))('%s', async (_name, check) => {
    await expect(check.run()).resolves.toBeUndefined();
  });
});

describe('on a terminal', () => {
  test('progress is drawn at most ten times a second, however many trials finish', () => {
    const { reporter, clock, stderr } = open();
    reporter.runStarted(sampleRunStart({ total: 10_000 }));
    for (let index = 0; index < 10_000; index++) {
      if (index % 10 === 0) clock.advance(1);
      reporter.trialFinished(sampleRow());
    }
    expect(clock.now()).toBe(1000);
    expect(stderr.length).toBeLessThanOrEqual(10);
    expect(stderr.at(-1)).toContain('9,990/10,000');
  });

  test('the live lines are taken away before anything else is printed', () => {
    const { reporter, clock, stderr } = open();
    reporter.runStarted(sampleRunStart({ total: 2 }));
    clock.advance(100);
    stderr.length = 0;
    reporter.diagnostic({
      severity: 'warning',
      code: 'unknown-key',
      message: 'unknown key "wieght"',
      hint: 'did you mean "weight"?',
    });
    expect(stderr).toEqual(['\r\u001B[J', 'warning: unknown key "wieght"\n  fix: did you mean "weight"?\n']);
  });

  test('the summary goes to stdout, everything else to stderr, and the cursor is given back first', async () => {
    const { reporter, clock, stdout, stderr } = open();
    reporter.runStarted(sampleRunStart());
    clock.advance(100);
    expect(stderr[0]?.startsWith(HIDE)).toBe(true);
    expect(stdout).toEqual([]);
    await reporter.runFinished(sampleSummary());
    expect(stderr.at(-1)).toBe(SHOW);
    expect(stdout.join('')).toContain('PASSED');
    expect(stdout.join('')).not.toContain('\u001B');
  });

  test('after the end no timer runs', async () => {
    const { reporter, clock } = open();
    reporter.runStarted(sampleRunStart());
    expect(clock.timers).toBe(1);
    await reporter.runFinished(sampleSummary());
    expect(clock.timers).toBe(0);
  });

  test('closing after an interruption restores the terminal, and may be done twice', () => {
    const { reporter, clock, stderr } = open();
    reporter.runStarted(sampleRunStart());
    clock.advance(100);
    reporter.close();
    reporter.close();
    expect(stderr.join('').split(SHOW)).toHaveLength(2);
    expect(clock.timers).toBe(0);
  });

  test('a trial that takes long is named', () => {
    const { reporter, clock, stderr } = open();
    reporter.runStarted(sampleRunStart({ total: 2 }));
    reporter.trialStarted(sampleTrial());
    clock.advance(3000);
    expect(stderr.at(-1)).toContain('› capital-of-france on mock  3 s');
    reporter.trialFinished(sampleRow({ trialKey: sampleTrial().key }));
    clock.advance(100);
    expect(stderr.at(-1)).not.toContain('capital-of-france');
  });
});

test('a terminal that tells no width counts as 80 columns wide', async () => {
  const { reporter, stdout } = open({ columns: () => 0 });
  await reporter.runFinished(sampleSummary());
  expect(stdout.join('')).toContain('Suite      Target  Cases  Pass  Fail  Score  Cost  Latency');
});

describe('in a log', () => {
  test('there are no escape codes, and a line per tenth instead of one per trial', async () => {
    const { reporter, clock, stderr } = open({ interactive: false });
    reporter.runStarted(sampleRunStart({ total: 1000, judges: ['openai:gpt-4.1'] }));
    for (let index = 0; index < 1000; index++) {
      clock.advance(20);
      reporter.trialFinished(sampleRow());
    }
    await reporter.runFinished(sampleSummary());
    expect(stderr.join('')).not.toContain('\u001B');
    expect(stderr[0]).toBe('Run run-1: 1,000 trials, 1 suite, 1 target, 1 judge\n');
    expect(stderr.filter((line) => line.includes('/1,000 ('))).toHaveLength(9);
  });
});

test('targets that no case has named yet are not counted', () => {
  const { reporter, stderr } = open({ interactive: false });
  reporter.runStarted({ ...sampleRunStart({ judges: [] }), total: undefined, targets: [] });
  expect(stderr.join('')).toBe('Run run-1: 1 suite\n');
});

describe('failures', () => {
  const failed = sampleRow({
    score: 0.4,
    verdict: 'fail',
    evaluators: [{ name: 'facts', type: 'contains', weight: 1, score: 0, misses: ['no "Paris"'] }],
  });

  test('are printed as they happen in verbose mode', () => {
    const { reporter, stderr } = open({ verbose: true });
    reporter.runStarted(sampleRunStart());
    reporter.trialFinished(failed);
    reporter.trialFinished(sampleErrorRow());
    expect(stderr.join('')).toBe(
      [
        '✗ geography › capital-of-france  on mock  0.40  evals/geography.yaml:3:5',
        '    asked: What is the capital of France?',
        '    facts: no "Paris"',
        '    reply: The capital of France is Paris.',
        '! geography › capital-of-france  on mock  unscored  evals/geography.yaml:3:5',
        '    asked: What is the capital of France?',
        '    connection refused',
        '    fix: is the server running?',
        '',
      ].join('\n'),
    );
  });

  test('are not printed before the end otherwise', () => {
    const { reporter, stderr } = open();
    reporter.runStarted(sampleRunStart());
    reporter.trialFinished(failed);
    expect(stderr).toEqual([]);
  });
});

describe('explanations', () => {
  test('go to stdout in the order of the files, however trials finish, before the summary', async () => {
    const { reporter, stdout } = open({ explain: true });
    reporter.runStarted(sampleRunStart({ suites: ['b', 'a'], targets: ['y', 'x'] }));
    const rows = [
      ['a', 3, 'y', 1],
      ['b', 20, 'x', 1],
      ['b', 3, 'x', 1],
      ['b', 3, 'y', 2],
      ['b', 3, 'y', 1],
    ] as const;
    for (const [suite, line, target, repeat] of rows) {
      reporter.trialFinished(
        sampleRow({ suite, source: `${suite}.yaml:${line}:1`, caseId: `line-${line}`, target, repeat, trialKey: `${suite}${line}${target}${repeat}` }),
      );
    }
    expect(stdout).toEqual([]);
    await reporter.runFinished(sampleSummary());
    expect(stdout.slice(0, -1).map((text) => text.split('  1  ')[0])).toEqual([
      '✓ b › line-3  on y',
      '✓ b › line-3 #2  on y',
      '✓ b › line-3  on x',
      '✓ b › line-20  on x',
      '✓ a › line-3  on y',
    ]);
    expect(stdout.at(-1)).toContain('Run ');
  });

  test('mark parts by the thresholds of the run', async () => {
    const explained = async (thresholds?: { readonly pass: number; readonly borderline: number }) => {
      const { reporter, stdout } = open({ explain: true });
      reporter.runStarted(sampleRunStart({ thresholds }));
      const [evaluator] = sampleRow().evaluators;
      reporter.trialFinished(sampleRow({ score: 0.7, evaluators: evaluator ? [{ ...evaluator, score: 0.7, verdict: undefined }] : [] }));
      await reporter.runFinished(sampleSummary());
      return stdout[0]?.split('\n')[1];
    };
    expect(await explained()).toBe('  ~ contains  0.7');
    expect(await explained({ pass: 0.65, borderline: 0.5 })).toBe('  ✓ contains  0.7');
    expect(await explained({ pass: 0.9, borderline: 0.75 })).toBe('  ✗ contains  0.7');
  });

  test('are only given when they are asked for', () => {
    const { reporter, stdout } = open();
    reporter.runStarted(sampleRunStart());
    reporter.trialFinished(sampleRow());
    expect(stdout).toEqual([]);
  });
});

test('of many warnings of a kind the rest is counted at the end', async () => {
  const { reporter, stderr } = open();
  for (let line = 1; line <= 100; line++) {
    reporter.diagnostic({
      severity: 'warning',
      code: 'missing-field',
      message: `Line ${line}: missing expected_outcome`,
    });
  }
  await reporter.runFinished(sampleSummary());
  expect(stderr.filter((text) => text.includes('missing expected_outcome'))).toHaveLength(20);
  expect(stderr).toContain('… 80 more findings of the kind missing-field\n');
});

test('an estimate of the trials gives a bar and an ETA, and gives way when more of them finish', () => {
  const { reporter, clock, stderr } = open();
  reporter.runStarted(sampleRunStart({ total: undefined }));
  const finish = (count: number): void => {
    for (let index = 0; index < count; index += 1) reporter.trialFinished(sampleRow());
    clock.advance(2000);
  };
  finish(2);
  expect(stderr.at(-1)).not.toContain('ETA');
  reporter.trialsEstimated(8);
  finish(2);
  expect(stderr.at(-1)).toMatch(/4\/8.*ETA/su);
  finish(6);
  expect(stderr.at(-1)).toContain('10/10');
});
