import { stripVTControlCharacters } from 'node:util';
import { sampleGroup, sampleSummary } from '@assay/schema/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleRunSummary } from '../../../test/sample-run.js';
import { createPaint } from '../../text-layout/paint.js';
import { renderSummary } from './render-summary.js';
import { textWidth } from '../../text-layout/text-width.js';

const paint = createPaint(false);

describe('a summary reads at a glance', () => {
  test('on 80 columns', () => {
    expect(renderSummary(sampleRunSummary(), { columns: 80, paint, verbose: false })).toMatchInlineSnapshot(`
      "Run 20260101-0900-k3f9

      Suite    Target        Cases  Pass  Fail  Unscored  Score             ± 95 %
      support  demo-agent        4     3     1         0  0.81 (0.79–0.84)  0.30–0.97
               gpt-4.1-mini      4     3     0         1  0.95 (0.71–0.96)  0.27–0.99
      Total                      8     6     1         1

      ✗ support › refund-window  on demo-agent  0.40  evals/support.yaml:12:5
          asked: What is the capital of France?
          required: Names the deadline for a refund, counted from the day of delivery
          (0.25)
          facts: no "30 days"
          facts: no "original packaging"
          … 1 more reason
          reply: The capital of France is Paris.
      ! support › 返金の期限  on gpt-4.1-mini  unscored  evals/support.yaml:40:5
          asked: What is the capital of France?
          gpt-4.1-mini: HTTP 429 after 5 attempts
          fix: lower \`workers\` of the target, or raise \`max_retries\`

      Warnings
        ! 1 case left out: a required field is missing
        ! 1 of 3 judges was lost (1 trial)

      FAILED  support on demo-agent: 1 of 4 trials failed
              support on gpt-4.1-mini: 1 of 4 trials has no score

      Trials   8 in 3m 04s, $0.0084
      Results  .assay/runs/20260101-0900-k3f9
      Exit     1: a case, a threshold or a gate failed
      "
    `);
  });

  test('on 60 columns: what a mean is worth does not go, so groups stand on lines of their own', () => {
    expect(renderSummary(sampleRunSummary(), { columns: 60, paint, verbose: false })).toMatchInlineSnapshot(`
      "Run 20260101-0900-k3f9

      support on demo-agent
        0.81 (0.79–0.84)  ± 0.30–0.97  4 cases
        3 passed  1 failed
        $0.0048  1.2 s
      support on gpt-4.1-mini
        0.95 (0.71–0.96)  ± 0.27–0.99  4 cases
        3 passed  0 failed  1 unscored
        $0.0036  1.2 s

      ✗ support › refund-window  on demo-agent  0.40
          evals/support.yaml:12:5
          asked: What is the capital of France?
          required: Names the deadline for a refund, counted from
          the day of delivery (0.25)
          facts: no "30 days"
          facts: no "original packaging"
          … 1 more reason
          reply: The capital of France is Paris.
      ! support › 返金の期限  on gpt-4.1-mini  unscored
          evals/support.yaml:40:5
          asked: What is the capital of France?
          gpt-4.1-mini: HTTP 429 after 5 attempts
          fix: lower \`workers\` of the target, or raise
          \`max_retries\`

      Warnings
        ! 1 case left out: a required field is missing
        ! 1 of 3 judges was lost (1 trial)

      FAILED  support on demo-agent: 1 of 4 trials failed
              support on gpt-4.1-mini: 1 of 4 trials has no score

      Trials   8 in 3m 04s, $0.0084
      Results  .assay/runs/20260101-0900-k3f9
      Exit     1: a case, a threshold or a gate failed
      "
    `);
  });

  test('on 40 columns: a list instead of a table', () => {
    expect(renderSummary(sampleRunSummary(), { columns: 40, paint, verbose: false })).toMatchInlineSnapshot(`
      "Run 20260101-0900-k3f9

      support on demo-agent
        0.81 (0.79–0.84)  ± 0.30–0.97  4 cases
        3 passed  1 failed
        $0.0048  1.2 s
      support on gpt-4.1-mini
        0.95 (0.71–0.96)  ± 0.27–0.99  4 cases
        3 passed  0 failed  1 unscored
        $0.0036  1.2 s

      ✗ support › refund-window  on demo-agent
          0.40  evals/support.yaml:12:5
          asked: What is the capital of
          France?
          required: Names the deadline for a
          refund, counted from the day of
          delivery (0.25)
          facts: no "30 days"
          facts: no "original packaging"
          … 1 more reason
          reply: The capital of France is
          Paris.
      ! support › 返金の期限  on gpt-4.1-mini
          unscored  evals/support.yaml:40:5
          asked: What is the capital of
          France?
          gpt-4.1-mini: HTTP 429 after 5
          attempts
          fix: lower \`workers\` of the target,
          or raise \`max_retries\`

      Warnings
        ! 1 case left out: a required field is
          missing
        ! 1 of 3 judges was lost (1 trial)

      FAILED
        support on demo-agent: 1 of 4 trials
          failed
        support on gpt-4.1-mini: 1 of 4 trials
          has no score

      Trials   8 in 3m 04s, $0.0084
      Results  .assay/runs/20260101-0900-k3f9
      Exit     1: a case, a threshold or a
               gate failed
      "
    `);
  });

  test('with a threshold, verbose: all reasons', () => {
    expect(renderSummary(sampleRunSummary(0.8), { columns: 100, paint, verbose: true })).toMatchInlineSnapshot(`
      "Run 20260101-0900-k3f9

      Suite    Target        Cases  Pass  Fail  Unscored  Score             ± 95 %        Cost  Latency
      support  demo-agent        4     3     1         0  0.81 (0.79–0.84)  0.30–0.97  $0.0048    1.2 s
               gpt-4.1-mini      4     3     0         1  0.95 (0.71–0.96)  0.27–0.99  $0.0036    1.2 s
      Total                      8     6     1         1                               $0.0084

      ✗ support › refund-window  on demo-agent  0.40  evals/support.yaml:12:5
          asked: What is the capital of France?
          required: Names the deadline for a refund, counted from the day of delivery (0.25)
          facts: no "30 days"
          facts: no "original packaging"
          must not: Blames the customer (0.50)
          reply: The capital of France is Paris.
      ! support › 返金の期限  on gpt-4.1-mini  unscored  evals/support.yaml:40:5
          asked: What is the capital of France?
          gpt-4.1-mini: HTTP 429 after 5 attempts
          fix: lower \`workers\` of the target, or raise \`max_retries\`

      Warnings
        ! 1 case left out: a required field is missing
        ! 1 of 3 judges was lost (1 trial)

      UNDECIDED  support on demo-agent: score 0.81 could be anything from 0.79 to 0.84 (parts of it are
                   unscored), and the threshold is 0.8
                 support on gpt-4.1-mini: score 0.95 could be anything from 0.71 to 0.96 (1 of 4 trials
                   has no score), and the threshold is 0.8

      Trials   8 in 3m 04s, $0.0084
      Results  .assay/runs/20260101-0900-k3f9
      Exit     3: infrastructure left the run undecided
      "
    `);
  });

  test('of one group that passed: no totals, no failures, no exit code', () => {
    expect(renderSummary(sampleSummary(), { columns: 80, paint, verbose: false })).toMatchInlineSnapshot(`
      "Run run-1

      Suite      Target  Cases  Pass  Fail  Score  Cost  Latency     p95
      geography  mock        1     1     0  1.00      –   420 ms  420 ms

      PASSED  every case passed

      Trials   1 in 430 ms
      Results  .assay/runs/run-1
      "
    `);
  });

  test('of a run that never started', () => {
    const summary = sampleSummary({
      outcome: 'invalid',
      exitCode: 2,
      groups: [],
      reasons: ['evals/a.yaml:3:1: unknown target "x"'],
    });
    expect(renderSummary(summary, { columns: 80, paint, verbose: false })).toMatchInlineSnapshot(`
      "Run run-1

      INVALID  evals/a.yaml:3:1: unknown target "x"

      Trials   0 in 430 ms
      Results  .assay/runs/run-1
      Exit     2: a file, the configuration or the command line is wrong
      "
    `);
  });
});

test('colour adds escape codes and changes nothing else; without it there is not one', () => {
  const options = { columns: 80, verbose: false };
  const plain = renderSummary(sampleRunSummary(), { ...options, paint });
  const colored = renderSummary(sampleRunSummary(), { ...options, paint: createPaint(true) });
  expect(plain).not.toContain('\u001B');
  expect(colored).toContain('\u001B[31mFAILED\u001B[39m');
  expect(stripVTControlCharacters(colored)).toBe(plain);
});

test('against a threshold scores are green, yellow or red', () => {
  const group = (target: string, worst: number, best: number): ReturnType<typeof sampleGroup> =>
    sampleGroup({ target, score: (worst + best) / 2, bounds: { worst, best } });
  const groups = [group('a', 0.9, 0.9), group('b', 0.7, 0.9), group('c', 0.1, 0.3)];
  const text = renderSummary(sampleSummary({ groups, threshold: 0.8 }), {
    columns: 80,
    paint: createPaint(true),
    verbose: false,
  });
  expect(text).toContain('\u001B[32m0.90\u001B[39m');
  expect(text).toContain('\u001B[33m0.80 (0.70–0.90)\u001B[39m');
  expect(text).toContain('\u001B[31m0.20 (0.10–0.30)\u001B[39m');
});

test('many problems and warnings are counted, not listed', () => {
  const [problem] = sampleRunSummary().problems;
  const problems = Array.from({ length: 50 }, () => problem).filter((item) => item !== undefined);
  const warnings = Array.from({ length: 9 }, (_, index) => ({ message: `warning ${index}`, rows: 1 }));
  const text = renderSummary(sampleSummary({ problems, problemCount: 1200, warnings }), {
    columns: 80,
    paint,
    verbose: false,
  });
  expect(text.split('✗')).toHaveLength(11);
  expect(text).toContain('… 1,190 more that failed or have no score\n');
  expect(text).toContain('… 4 more messages\n');
});

test('no line is wider than the terminal, whatever the names', () => {
  const name = fc.string({
    unit: fc.constantFrom('a', 'bc', '日', '👩‍👩‍👧', ' ', '-', '\u001B[31m', '\n', '/'),
    minLength: 1,
    maxLength: 80,
  });
  const count = fc.nat({ max: 2_000_000 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const group = fc.record({
    suite: name,
    target: name,
    passed: count,
    failed: count,
    unscored: count,
    borderline: count,
    score: fc.option(share),
    worst: share,
  });
  const problem = fc.record({
    suite: name,
    target: name,
    caseId: name,
    source: name,
    variant: name,
    why: fc.array(name),
    score: fc.option(share),
  });
  fc.assert(
    fc.property(
      fc.array(group, { maxLength: 4 }),
      fc.array(problem, { maxLength: 3 }),
      fc.integer({ min: 20, max: 130 }),
      (groups, problems, columns) => {
        const summary = sampleSummary({
          runId: groups[0]?.suite ?? 'run-1',
          groups: groups.map(({ worst, ...rest }) =>
            sampleGroup({ ...rest, bounds: { worst, best: 1 }, costUsd: worst * 1000, costIncomplete: true }),
          ),
          problems: problems.map((rest) => ({ ...rest, suitePath: rest.source, repeat: 12, verdict: 'fail' as const })),
          problemCount: 70,
          reasons: problems.map(({ source }) => source),
          warnings: groups.map(({ target, passed }) => ({ message: target, rows: passed })),
          location: groups[0]?.target ?? '',
          exitCode: 1,
          outcome: 'interrupted',
        });
        for (const verbose of [true, false]) {
          for (const line of renderSummary(summary, { columns, paint, verbose }).split('\n')) {
            expect(line).not.toContain('\u001B');
            expect(textWidth(line), line).toBeLessThanOrEqual(columns);
          }
        }
      },
    ),
    { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 100 : 25 },
  );
});
