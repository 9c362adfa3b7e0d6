import assert from 'node:assert/strict';
import { misspeltMethods } from '../reporters/misspelt-methods.js';
import type { Comparison } from '../contracts/comparison.js';
import type { HoldUp, Reporter, RunTrust } from '../contracts/reporter.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { ResultRow } from '../row/result-row.js';
import type { BudgetSummary, RunSummary } from '../row/run-summary.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { deepFreeze } from '../json/deep-freeze.js';
import { edgeCaseRows, TERMINAL_SEQUENCE } from './samples/edge-case-rows.js';
import { sampleCase } from './samples/sample-case.js';
import { sampleComparison } from './samples/sample-comparison.js';
import { sampleErrorRow, sampleRow } from './samples/sample-row.js';
import { sampleRunStart } from './samples/sample-run-start.js';
import { sampleGroup, sampleSummary } from './samples/sample-summary.js';
import { sampleTrial } from './samples/sample-trial.js';
import { within } from './support/within.js';

export interface ReporterSubject {
  readonly reporter: Reporter;
  /** Everything that the reporter has shown so far, as text. Needed for `terminal`. */
  output?(): string | Promise<string>;
  /** Removes what the subject made. */
  cleanUp?(): void | Promise<void>;
}

export interface ReporterConformanceOptions {
  /** True if the output goes to a terminal, where control sequences of a reply must not arrive. */
  readonly terminal?: boolean | undefined;
}

const FINDING: Diagnostic = {
  severity: 'warning',
  code: 'unknown-key',
  message: 'unknown key "wieght"',
  location: { file: 'evals/geography.yaml', line: 4, column: 3 },
  hint: 'did you mean "weight"?',
};

/** Each kind, and that all of it is over. */
const HOLD_UPS: readonly (readonly HoldUp[])[] = [
  [{ kind: 'rate_limit', target: 'mock', forMs: 1500 }, { kind: 'retries', target: 'mock', count: 2 }],
  [{ kind: 'stuck', target: 'mock', count: 1 }, { kind: 'judges', count: 4 }, { kind: 'batches' }],
  [],
];

const BUDGET: BudgetSummary = { maxCostUsd: 1, maxTimeMs: 1000, costUsd: 0.5, tokens: 10, timeMs: 999, untold: { requests: 1, costUsd: 0.1, tokens: 5 } };

/** Tells a reporter of things as a run does: waits for nothing before the end. */
class Teller {
  readonly #reporter: Reporter;
  readonly #begun: Promise<unknown>[] = [];

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  tell(what: string, action: (reporter: Reporter) => unknown): void {
    const done = within(Promise.resolve(action(this.#reporter)), what);
    // Seen at the end, when it is waited for.
    done.catch(() => undefined);
    this.#begun.push(done);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#begun);
  }

  async finish(summary: RunSummary, comparison?: Comparison, trust?: () => Promise<RunTrust>): Promise<void> {
    await this.settled();
    await within(Promise.resolve(this.#reporter.runFinished?.(deepFreeze(summary), comparison && deepFreeze(comparison), trust)), 'runFinished');
  }
}

/** A whole run with these rows; `unfinished` trials are started and never end. */
async function playRun(
  reporter: Reporter,
  rows: readonly ResultRow[],
  summary: RunSummary,
  unfinished = 0,
): Promise<void> {
  const teller = new Teller(reporter);
  teller.tell('runStarted', (told) => told.runStarted?.(deepFreeze(sampleRunStart({ total: rows.length + unfinished }))));
  for (const row of rows) {
    const trial = sampleTrial({
      key: row.trialKey,
      suite: row.suite,
      suitePath: row.suitePath,
      evalCase: sampleCase({ id: row.caseId }),
      repeat: row.repeat,
      variant: row.variant,
    });
    teller.tell('trialStarted', (told) => told.trialStarted?.(deepFreeze(trial)));
    teller.tell('trialFinished', (told) => told.trialFinished?.(deepFreeze(row)));
  }
  for (let index = 0; index < unfinished; index++) {
    teller.tell('trialStarted', (told) => told.trialStarted?.(deepFreeze(sampleTrial({ key: `unfinished-${index}` }))));
  }
  await teller.finish(summary);
}

function oddSummary(rows: readonly ResultRow[]): RunSummary {
  return sampleSummary({
    outcome: 'failed',
    exitCode: 1,
    reasons: rows.map((row) => row.caseId),
    groups: rows.map((row) =>
      sampleGroup({ suite: row.suite, suitePath: row.suitePath, target: row.target, score: row.score, bounds: row.scoreBounds, latencyMs: null }),
    ),
    problems: rows.map((row) => ({
      suite: row.suite,
      suitePath: row.suitePath,
      target: row.target,
      caseId: row.caseId,
      source: row.source,
      variant: row.variant.label,
      repeat: row.repeat,
      verdict: row.verdict,
      score: row.score,
      why: row.evaluators.flatMap((evaluator) => evaluator.misses ?? []),
      error: row.error,
    })),
    problemCount: rows.length,
    warnings: rows.flatMap((row) => row.warnings.map((message) => ({ message, rows: 1 }))),
  });
}

type ReporterCheck = (subject: ReporterSubject) => Promise<void>;

const CHECKS: Readonly<Record<string, ReporterCheck>> = {
  'the reporter has a name': async ({ reporter }) => {
    assert.ok(typeof reporter.name === 'string' && reporter.name !== '', 'the reporter has no name, which has to be a text');
  },

  'has no method that is called almost as one of a reporter, and never is': async ({ reporter }) => {
    assert.deepEqual(misspeltMethods(reporter, reporter.name).map(({ message, hint }) => `${message}; ${hint}`), []);
  },

  'shows a whole run, with findings before and during it': async ({ reporter }) => {
    const teller = new Teller(reporter);
    teller.tell('diagnostic', (told) => told.diagnostic?.(deepFreeze({ severity: 'info', code: 'note', message: 'a note' })));
    teller.tell('runStarted', (told) => told.runStarted?.(deepFreeze(sampleRunStart({ total: 2 }))));
    teller.tell('diagnostic', (told) => told.diagnostic?.(deepFreeze({ ...FINDING })));
    teller.tell('trialStarted', (told) => told.trialStarted?.(deepFreeze(sampleTrial())));
    teller.tell('trialStarted', (told) => told.trialStarted?.(deepFreeze(sampleTrial({ key: 'trial-2' }))));
    teller.tell('trialFinished', (told) => told.trialFinished?.(deepFreeze(sampleErrorRow({ trialKey: 'trial-2' }))));
    teller.tell('trialFinished', (told) => told.trialFinished?.(deepFreeze(sampleRow())));
    await teller.finish(sampleSummary({ plannedTrials: 2 }));
  },

  'shows a run without any trial, of unknown length': async ({ reporter }) => {
    const teller = new Teller(reporter);
    teller.tell('runStarted', (told) => told.runStarted?.(deepFreeze(sampleRunStart({ total: undefined, suites: [], targets: [] }))));
    await teller.finish(
      sampleSummary({
        outcome: 'invalid',
        exitCode: 2,
        groups: [],
        plannedTrials: undefined,
        reasons: ['no case was found'],
      }),
    );
  },

  'runFinished works after an interruption, with trials that never ended': async ({ reporter }) => {
    const summary = sampleSummary({
      outcome: 'interrupted',
      exitCode: 130,
      reasons: ['interrupted'],
      plannedTrials: undefined,
    });
    await playRun(reporter, [sampleRow()], summary, 2);
  },

  'takes all else that a run tells: what holds it up, what it spends, its rounds, rows that were kept, findings at the end': async ({ reporter }) => {
    const teller = new Teller(reporter);
    teller.tell('runStarted', (told) => told.runStarted?.(deepFreeze(sampleRunStart({ total: undefined }))));
    teller.tell('trialKept', (told) => (told.trialKept ?? told.trialFinished)?.call(told, deepFreeze(sampleRow({ trialKey: 'kept' }))));
    teller.tell('trialsEstimated', (told) => told.trialsEstimated?.(1e6));
    for (const holdUps of HOLD_UPS) teller.tell('heldUp', (told) => told.heldUp?.(deepFreeze(holdUps)));
    teller.tell('spent', (told) => told.spent?.(deepFreeze([BUDGET, { suite: 'geography', suitePath: 'evals/geography.yaml', maxTokens: 5, costUsd: 0, tokens: 7, timeMs: 3, stoppedBy: 'tokens' as const }])));
    teller.tell('trialStarted', (told) => told.trialStarted?.(deepFreeze(sampleTrial())));
    teller.tell('trialFinished', (told) => told.trialFinished?.(deepFreeze(sampleRow())));
    teller.tell('roundEnded', (told) => told.roundEnded?.(deepFreeze({ least: 3, most: 10, by: 'threshold' as const, groups: [{ suite: 'geography', suitePath: 'evals/geography.yaml', target: 'mock', repeats: 3, stopped: null, looks: [] }] })));
    teller.tell('rechecksStarted', (told) => told.rechecksStarted?.(deepFreeze({ most: 5, cases: 1, planned: 5, done: 0 })));
    await teller.finish(sampleSummary(), undefined, async () => ({ problems: ['the labels cannot be read'] }));
    teller.tell('diagnostic', (told) => told.diagnostic?.(deepFreeze({ ...FINDING })));
    await teller.settled();
  },

  'shows a run that is held against its baselines': async ({ reporter }) => {
    const teller = new Teller(reporter);
    teller.tell('runStarted', (told) => told.runStarted?.(deepFreeze(sampleRunStart())));
    await teller.finish(sampleSummary(), sampleComparison());
  },

  'runFinished works when the run never started': async ({ reporter }) => {
    await new Teller(reporter).finish(sampleSummary({ outcome: 'invalid', exitCode: 2, groups: [], plannedTrials: undefined }));
  },

  'takes odd rows: no score, no reply, control characters, huge texts': async ({ reporter }) => {
    const rows = edgeCaseRows();
    await playRun(reporter, rows, oddSummary(rows));
  },

  'may be closed after a run, and twice': async ({ reporter }) => {
    const close = (): Promise<unknown> => within(Promise.resolve(reporter.close?.()), 'close');
    await playRun(reporter, [sampleRow()], sampleSummary());
    await close();
    await close();
  },

  'may be closed in a run that goes no further': async ({ reporter }) => {
    const teller = new Teller(reporter);
    teller.tell('runStarted', (told) => told.runStarted?.(deepFreeze(sampleRunStart())));
    teller.tell('trialStarted', (told) => told.trialStarted?.(deepFreeze(sampleTrial())));
    await within(Promise.resolve(reporter.close?.()), 'close');
  },

  'may be closed before anything has happened': async ({ reporter }) => {
    await within(Promise.resolve(reporter.close?.()), 'close');
  },
};

const TERMINAL_CHECK = 'control sequences of a reply do not reach the terminal';

const TERMINAL_CHECKS: Readonly<Record<string, ReporterCheck>> = {
  [TERMINAL_CHECK]: async (subject) => {
    assert.ok(subject.output, 'the subject needs output() for this check');
    const rows = edgeCaseRows();
    const { reporter } = subject;
    await within(Promise.resolve(reporter.diagnostic?.(deepFreeze({ ...FINDING, message: TERMINAL_SEQUENCE }))), 'diagnostic');
    await playRun(reporter, rows, oddSummary(rows));
    const output = await subject.output();
    assert.notEqual(output, '', 'nothing was shown');
    assert.ok(!output.includes(TERMINAL_SEQUENCE), 'a control sequence was passed on');
  },
};

/**
 * What every {@link Reporter} promises. All data that it receives is frozen. `makeSubject` makes a
 * fresh subject for each check.
 */
export function reporterConformance(
  makeSubject: () => ReporterSubject | Promise<ReporterSubject>,
  options: ReporterConformanceOptions = {},
): readonly ConformanceCheck[] {
  const checks = options.terminal ? { ...CHECKS, ...TERMINAL_CHECKS } : CHECKS;
  return Object.entries(checks).map(([name, check]) => ({
    name,
    run: async () => {
      const subject = await makeSubject();
      try {
        await check(subject);
      } finally {
        await subject.reporter.close?.();
        await subject.cleanUp?.();
      }
    },
  }));
}
