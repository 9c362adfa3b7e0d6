import type { JudgeVote, Label, ResultRow, SuiteCalibration } from '@assay/schema';
import { sampleRow } from '@assay/schema/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRunCalibrator } from './calibrate-run.js';
import { markdownCalibration } from './tables/markdown-calibration.js';
import { renderCalibration } from './tables/render-calibration.js';
import { modelFamily } from './verdict-leans.js';

const judge = (score: number): ResultRow['evaluators'] => [{ name: 'judge', type: 'llm_judge', weight: 1, score, judges: [{ id: 'j', model: 'openai:gpt-5', score }] }];

/** A reply that a judge passes or not. */
function row(index: number, passed: boolean, more: Partial<ResultRow> = {}): ResultRow {
  const score = passed ? 1 : 0;
  return sampleRow({ trialKey: `t${index}`, caseId: `c${index}`, suite: 's', suitePath: 's.yaml', target: 'bot', score, verdict: passed ? 'pass' : 'fail', evaluators: judge(score), criteriaKey: `key-of-${index % 2}`.padEnd(32, '0'), ...more });
}

function labelOf({ trialKey, suite, suitePath, caseId, target, repeat }: ResultRow, verdict: Label['verdict'], more: Partial<Label> = {}): Label {
  return { runId: 'run-1', trialKey, suite, suitePath, caseId, target, variant: '', repeat, verdict, score: undefined, note: '', at: '2026-01-01T00:00:00.000Z', ...more };
}

const drawn = (stratum: string, of: number): Pick<Label, 'draw'> => ({ draw: { chance: 0.5, of, stratum, by: stratum === '' ? [] : ['verdict'], seed: 0, size: 60 } });

function calibrate(rows: readonly ResultRow[], labels: readonly Label[], earlier: readonly SuiteCalibration[] = [], manifest = { judgePromptVersion: '2', targets: [{ name: 'bot', provider: 'x', model: 'gpt-4' }] }) {
  const calibrator = createRunCalibrator({ runId: 'run-1', location: 'runs/1', manifest, labels, earlier });
  for (const each of rows) calibrator.add(each);
  return calibrator;
}

/** 100 replies; the judge passes 70. */
const ROWS = Array.from({ length: 100 }, (_, index) => row(index, index < 70));

describe('labels of the run', () => {
  test('strata weigh as many replies as they stand for', () => {
    // Of 70 passes 20 are labelled, 10 of them rightly passed; of 30 fails 20, all rightly failed.
    const labels = [
      ...ROWS.slice(0, 20).map((each, index) => labelOf(each, index < 10 ? 'pass' : 'fail', drawn('verdict pass', 70))),
      ...ROWS.slice(70, 90).map((each) => labelOf(each, 'fail', drawn('verdict fail', 30))),
    ];
    const { groups, quality } = calibrate(ROWS, labels).result();
    // Unweighted, 10 of 40 are true passes; of all replies it is 35 of 100.
    expect(groups[0]).toMatchObject({ method: 'prediction_powered', labels: 40, passRate: { raw: 0.7 } });
    expect(groups[0]?.passRate.estimate).toBeCloseTo(0.35, 2);
    const [run] = quality;
    expect(run).toMatchObject({ labels: 40, confusion: { passPass: 10, passFail: 0, failPass: 10, failFail: 20 }, tpr: { value: 1 } });
    // 35 replies are wrongly passed, 30 rightly failed.
    expect(run?.tnr.value).toBeCloseTo(30 / 65, 9);
  });

  test('a stratum without labels, or replies that came since, leave the mean as it is, and that is said', () => {
    const labels = ROWS.slice(0, 40).map((each) => labelOf(each, 'pass', drawn('verdict pass', 70)));
    const { groups, labels: found, notes } = calibrate(ROWS, labels).result();
    expect(found.uncovered).toBe(30);
    expect(groups[0]).toMatchObject({ method: 'none', passRate: { estimate: null } });
    expect(notes.join()).toContain('30 replies are of parts of which none is labelled yet');
  });

  test('what a person picked by hand corrects nothing, beside drawn labels or alone; labels of everything do', () => {
    const byHand = ROWS.slice(60, 99).map((each) => labelOf(each, 'fail'));
    const alone = calibrate(ROWS, byHand).result();
    expect(alone.groups[0]).toMatchObject({ method: 'none', labels: 0, moreLabels: 30 });
    expect(alone.notes.join()).toContain('no labelled reply was drawn by lot');
    expect(alone.quality[0]).toMatchObject({ labels: 39, confusion: { failPass: 10, failFail: 29 } });

    const both = calibrate(ROWS, [...byHand, ...ROWS.slice(0, 30).map((each) => labelOf(each, 'pass', drawn('', 100)))]).result();
    expect(both.groups[0]).toMatchObject({ method: 'prediction_powered', labels: 30 });
    expect(both.notes.join()).toContain('39 labelled replies picked by hand are left out');

    const all = calibrate(ROWS, ROWS.map((each, index) => labelOf(each, index < 50 ? 'pass' : 'fail'))).result();
    expect(all.groups[0]).toMatchObject({ method: 'prediction_powered', labels: 100 });
    expect(all.groups[0]?.passRate.estimate).toBeCloseTo(0.5, 9);
  });

  test('the last word counts; taken back is no label, skipped is counted, a later word of a drawn reply stays drawn', () => {
    const [first, second, third] = ROWS as [ResultRow, ResultRow, ResultRow];
    const { labels } = calibrate(ROWS, [
      labelOf(first, 'pass', drawn('', 100)), labelOf(first, null),
      labelOf(second, null, { ...drawn('', 100), skipped: true }),
      labelOf(third, 'pass', drawn('', 100)), labelOf(third, 'fail'),
    ]).result();
    expect(labels).toMatchObject({ replies: 1, cases: 1, drawn: 1, skipped: 1 });
  });

  test('repeats of a case are one case, and too few cases are no correction', () => {
    const repeats = ROWS.map((each, index) => ({ ...each, caseId: `c${index % 25}`, repeat: 1 + Math.floor(index / 25) }));
    const [unlabelled] = repeats;
    const { groups } = calibrate(repeats, repeats.slice(1).map((each) => labelOf(each, 'pass', drawn('', 100)))).result();
    // There are too few cases for more of them: what is missing is a reply, whose case has labels.
    expect(groups[0]).toMatchObject({ method: 'none', labels: 99, labelledCases: 25, moreLabels: 1, moreOf: 'replies', passRate: { estimate: null } });
    const more = [...repeats, ...ROWS.slice(25, 30).map((each) => ({ ...each, trialKey: `${each.trialKey}m` }))];
    expect(calibrate(more, repeats.map((each) => labelOf(each, 'pass', drawn('', 105)))).result().groups[0]).toMatchObject({ method: 'none', labelledCases: 25, moreLabels: 5, moreOf: 'cases' });
    // A label of each of eight cases leaves their other replies, however many cases are labelled.
    const eight = ROWS.slice(0, 16).map((each, index) => ({ ...each, caseId: `c${index % 8}`, repeat: 1 + Math.floor(index / 8) }));
    expect(calibrate(eight, []).result().groups[0]).toMatchObject({ moreLabels: 16, moreOf: 'replies' });
    expect(calibrate(eight, eight.slice(0, 8).map((each) => labelOf(each, 'pass', drawn('', 16)))).result().groups[0]).toMatchObject({ method: 'none', labelledCases: 8, moreLabels: 8, moreOf: 'replies' });
    expect(unlabelled?.caseId).toBe('c0');
  });

  test('where all replies are labelled, nobody is corrected, however few they are: the mean of the labels is that of the run', () => {
    const few = ROWS.slice(66, 74);
    const { groups } = calibrate(few, few.map((each, index) => labelOf(each, index < 2 ? 'pass' : 'fail'))).result();
    expect(groups[0]).toMatchObject({ method: 'prediction_powered', labels: 8, labelledCases: 8, moreLabels: 0, passRate: { raw: 0.5, estimate: 0.25, lambda: 0 } });
    expect(groups[0]?.passRate.low).toBeCloseTo(0.032, 3);
    expect(groups[0]?.passRate.high).toBeCloseTo(0.651, 3);
    const [one] = few;
    expect(one && calibrate([one], [labelOf(one, 'fail')]).result().groups[0]).toMatchObject({ method: 'prediction_powered', passRate: { estimate: 0, low: 0, high: 0.975 } });
    // A target of a run, all of whose replies are labelled by lot, is known as well.
    const others = few.map((each) => ({ ...each, trialKey: `${each.trialKey}b`, target: 'other' }));
    const two = calibrate([...few, ...others], few.map((each) => labelOf(each, 'fail', drawn('', 16)))).result().groups;
    expect(two.map(({ target, method, moreLabels }) => [target, method, moreLabels])).toEqual([[undefined, 'none', 8], ['bot', 'prediction_powered', 0], ['other', 'none', 8]]);
  });

  test('an interval says on how many cases it rests, where these are not as many as the replies or do not weigh the same', async () => {
    const clustersOf = (rows: readonly ResultRow[]) => calibrate(rows, []).result().groups.map(({ passRate, score }) => [passRate.clusters, score.clusters]);
    expect(clustersOf(ROWS)).toEqual([[undefined, undefined]]);
    expect(clustersOf(ROWS.map((each, index) => ({ ...each, caseWeight: 1 + (index % 2) })))).toEqual([[100, 100]]);
    const twice = ROWS.map((each, index) => ({ ...each, caseId: `c${index % 50}`, repeat: 1 + Math.floor(index / 50) }));
    expect(clustersOf(twice)).toEqual([[50, 50]]);
    expect(await renderCalibration(calibrate(twice, []).result(), { columns: 200, color: false })).toMatch(/passes +70\.0% +\S+ n=50/u);
  });

  test('unscored replies are no part of it; several groups have a whole', () => {
    const rows = [...ROWS, ...ROWS.map((each) => ({ ...each, trialKey: `${each.trialKey}b`, target: 'other' })), row(500, true, { score: null, verdict: null })];
    const { groups, unscored, replies } = calibrate(rows, ROWS.slice(0, 40).map((each) => labelOf(each, 'pass', drawn('', 200)))).result();
    expect([unscored, replies]).toEqual([1, 200]);
    expect(groups.map(({ suite, target, method, moreLabels }) => [suite, target, method, moreLabels])).toEqual([
      [undefined, undefined, 'prediction_powered', 0], ['s', 'bot', 'prediction_powered', 0], ['s', 'other', 'none', 30],
    ]);
  });
});

/** The same replies, with votes that say more. */
const withVotes = (more: Partial<JudgeVote>): readonly ResultRow[] =>
  ROWS.map((each) => ({ ...each, evaluators: each.evaluators.map((result) => ({ ...result, judges: result.judges?.map((vote) => ({ ...vote, ...more })) })) }));

describe('a later run', () => {
  const labelled = ROWS.map((each, index) => labelOf(each, index < 60 ? 'pass' : 'fail', drawn('', 100)));
  const [known] = calibrate(ROWS, labelled).calibrations('2026-01-31') as [SuiteCalibration];
  const later = (calibration: SuiteCalibration, rows: readonly ResultRow[] = ROWS, version = '2') => {
    const calibrator = createRunCalibrator({ runId: 'run-2', location: 'runs/2', manifest: { judgePromptVersion: version, targets: [] }, labels: [], earlier: [calibration] });
    for (const each of rows) calibrator.add(each);
    const [group] = calibrator.result().groups;
    return group;
  };

  test('has its pass rate corrected, and its score as it is', () => {
    expect(known).toMatchObject({ judges: [{ id: 'j', model: 'openai:gpt-5' }], counts: { truePassed: 60, trueLabels: 60, falseFailed: 30, falseLabels: 40 }, cases: 100 });
    expect(known.judgeCounts).toEqual([{ id: 'j', model: 'openai:gpt-5', counts: known.counts }]);
    const group = later(known);
    expect(group).toMatchObject({ method: 'rogan_gladen', reasons: ['assumes that the judge errs here as on the labelled run run-1'] });
    expect(group?.score).toMatchObject({ raw: expect.any(Number), estimate: null });
    expect(group?.passRate.estimate).toBeCloseTo(0.6, 9);
    expect([group && group.passRate.low < 0.55, group && group.passRate.high > 0.65]).toEqual([true, true]);
  });

  test.each<[string, SuiteCalibration, string, (readonly ResultRow[])?, string?]>([
    ['another judge', { ...known, judges: [{ id: 'j', model: 'openai:gpt-6' }] }, 'judged by j (openai:gpt-5), and calibrated for j (openai:gpt-6)'],
    ['other prompts', known, 'prompts of version 3, and were with 2', ROWS, '3'],
    ['other criteria', known, 'the criteria of 50 of 100 labelled cases have changed', ROWS.map((each, index) => (index % 2 === 0 ? { ...each, criteriaKey: 'changed'.padEnd(32, '0') } : each))],
    ['other cases', known, 'no case of this run has the criteria of a labelled one', ROWS.map((each, index) => ({ ...each, caseId: `new-${index}`, criteriaKey: `new-${index}`.padEnd(32, '0') }))],
    ['criteria that it does not have', { ...known, criteria: new Map() }, 'it does not say by which criteria replies were labelled'],
    ['another consensus', known, 'judged by the min of j (openai:gpt-5), and calibrated for j (openai:gpt-5)', withVotes({ consensus: 'min' })],
    ['another weight', known, 'judged by j (openai:gpt-5, weight 2.5), and calibrated for j (openai:gpt-5)', withVotes({ weight: 2.5 })],
    ['another limit', { ...known, verdicts: { pass: 0.9, borderline: 0.6 } }, 'cases pass from 0.8, and passed from 0.9'],
  ])('of %s is not corrected, and says so', (_, calibration, reason, rows, version) => {
    const group = later(calibration, rows, version);
    expect(group).toMatchObject({ method: 'none', passRate: { estimate: null } });
    expect(group?.reasons.join()).toContain('is stale');
    expect(group?.reasons.join()).toContain(reason);
  });

  test('of other cases with the criteria of labelled ones is corrected', () => {
    expect(later(known, ROWS.map((each, index) => ({ ...each, caseId: `new-${index}` })))).toMatchObject({ method: 'rogan_gladen' });
  });

  test('counts as many cases as its weights leave: one that outweighs all says no more than one case does', () => {
    const [even, uneven] = [later(known), later(known, ROWS.map((each, index) => ({ ...each, caseWeight: index === 0 ? 1e9 : 1 })))];
    const width = (group: typeof even): number => (group?.passRate.high ?? 0) - (group?.passRate.low ?? 0);
    expect([even?.method, uneven?.method]).toEqual(['rogan_gladen', 'rogan_gladen']);
    expect(width(even)).toBeLessThan(0.35);
    expect(width(uneven)).toBeGreaterThan(0.8);
  });

  test('of a judge that may pass everything cannot be corrected', () => {
    const group = later({ ...known, counts: { truePassed: 58, trueLabels: 60, falseFailed: 2, falseLabels: 40 } });
    expect(group).toMatchObject({ method: 'none' });
    expect(group?.reasons.join()).toContain('the judge cannot be corrected');
  });
});

describe('effective votes of a panel', () => {
  /** Judges that are wrong where it is said; the first replies deserve to pass. */
  const panelOf = (wrong: readonly ((index: number) => boolean)[], more: Partial<JudgeVote> = {}) =>
    ROWS.map((each, index): ResultRow => ({
      ...each,
      evaluators: [{ name: 'judge', type: 'llm_judge', weight: 1, score: 1, judges: wrong.map((isWrong, judge) => ({ id: `j${judge}`, model: 'm', score: index < 60 === !isWrong(index) ? 1 : 0, ...(judge === 0 ? more : {}) })) }],
    }));
  const votesOf = (rows: readonly ResultRow[], labels = 100) => calibrate(rows, rows.slice(0, labels).map((each, index) => labelOf(each, index < 60 ? 'pass' : 'fail'))).result().panel;
  const [fifth, third] = [(index: number) => index % 5 === 0, (index: number) => index % 3 === 0];

  test('are as many as judges where errors have nothing in common, and one where all is', () => {
    const apart = votesOf(panelOf([fifth, third]));
    expect(apart).toMatchObject({ judges: ['j0', 'j1'], votes: { labels: 100 } });
    expect(apart?.votes.value).toBeGreaterThan(1.9);
    expect(apart?.votes.low).toBeGreaterThan(1.4);
    const same = votesOf(panelOf([third, third, third]));
    expect(same).toMatchObject({ votes: { value: 1, low: 1 }, correlation: 1 });
    expect(same?.votes.high).toBeLessThan(1.3);
  });

  test('have no value where one is never wrong, few are labelled, or not all gave a verdict; and are none of one judge', () => {
    expect(votesOf(panelOf([fifth, () => false]))).toEqual({ judges: ['j0', 'j1'], votes: { value: null, low: 1, high: 2, labels: 100 }, correlation: null, reason: 'j1 never erred on these replies, so that it does not show whether errors come together' });
    expect(votesOf(panelOf([fifth, () => true]))?.reason).toContain('j1 always erred');
    expect(votesOf(panelOf([fifth, third]), 20)).toMatchObject({ votes: { value: null, labels: 20 }, reason: '20 labelled cases have a verdict of all 2 judges, and 30 are needed' });
    expect(votesOf(panelOf([fifth, third], { score: null }))).toBeUndefined();
    expect(votesOf(panelOf([fifth, third], { stage: 'first' }))).toBeUndefined();
    expect(votesOf(panelOf([fifth, third, third], { backup: true }))).toMatchObject({ judges: ['j1', 'j2'] });
    expect(votesOf(ROWS)).toBeUndefined();
    expect(calibrate(ROWS, []).result().panel).toBeUndefined();
  });
});

test('leans: a judge that is kind to long replies is found to be', () => {
  const rows = ROWS.map((each, index) => ({ ...each, verdict: 'pass' as const, output: { text: 'x'.repeat(index + 1), messages: [], toolCalls: [] } }));
  const labels = rows.map((each, index) => labelOf(each, index < 67 ? 'pass' : 'fail'));
  const { leans } = calibrate(rows, labels).result();
  const lengths = leans.filter(({ kind }) => kind === 'length');
  expect(lengths.map(({ part, lean }) => [part, lean.low > 0])).toEqual([['short replies', false], ['middling replies', false], ['long replies', true]]);
  expect(modelFamily('openai:gpt-5-mini')).toBe('gpt');
  expect(['openai:o3', 'anthropic:claude-x', 'meta/llama-3', '', '7b'].map(modelFamily)).toEqual(['gpt', 'claude', 'llama', undefined, undefined]);
});

test('position: a judge that prefers what it is shown first is found without labels', () => {
  const vote = (place: string, score: number) => ({ id: 'j', model: 'm', score, reflection: `(shown ${place}) x` });
  const compared = (first: number, second: number): ResultRow['evaluators'] => [{ name: 'best', type: 'select_best', weight: 1, score: 0.5, points: [{ text: 'better than the reply of x', weight: 1, score: 0.5, judges: [vote('first', first), vote('second', second)] }] }];
  const leanOf = (first: number, second: number) => calibrate(ROWS.map((each) => ({ ...each, evaluators: compared(first, second) })), []).result().leans[0]?.lean;
  // Two votes in each of 100 rows: a vote on two replies stands in the rows of both.
  expect(leanOf(1, 0)).toMatchObject({ value: 1, labels: 100 });
  expect(leanOf(1, 1)).toMatchObject({ value: 0 });
  expect(calibrate(ROWS, []).result().leans).toEqual([]);
});

test('a calibration reads the same at any width, and as Markdown nothing in it is a sign', async () => {
  const rows = ROWS.map((each) => ({ ...each, suite: 'a|b *c*' }));
  const calibration = calibrate(rows, rows.slice(0, 40).map((each) => labelOf(each, 'pass', drawn('', 100)))).result();
  for (const columns of [20, 60, 200]) {
    const text = await renderCalibration(calibration, { columns, color: false });
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(columns);
    expect(text).toContain('70.0%');
  }
  const markdown = markdownCalibration(calibration);
  expect(markdown).toContain('| a&#124;b &#42;c&#42; on bot | 100 | 40 | passes | 70.0% | 60.0–78.8% |');
});

test('property: whatever is labelled, figures are numbers within their ranges, and estimates within their intervals', () => {
  const reply = fc.record({
    passed: fc.boolean(),
    label: fc.constantFrom('pass', 'borderline', 'fail', null, undefined),
    score: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    case: fc.nat(60),
    target: fc.constantFrom('a', 'b'),
    weight: fc.constantFrom(0, 1e-300, 1, 3, 1e300),
    drawn: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(reply, { maxLength: 90 }), (replies) => {
      const rows = replies.map((each, index) => row(index, each.passed, { caseId: `c${each.case}`, caseWeight: each.weight, target: each.target }));
      const labels = replies.flatMap((each, index) => {
        const of = rows[index];
        return each.label === undefined || !of ? [] : [labelOf(of, each.label, { score: each.score, ...(each.drawn ? drawn('', rows.length) : {}) })];
      });
      const calibrator = calibrate(rows, labels);
      const { groups, quality, leans } = calibrator.result();
      const figures = [...groups.flatMap(({ passRate, score }) => [passRate, ...(score ? [score] : [])].map(({ estimate: value, low, high }) => ({ value, low, high }))), ...quality.flatMap(({ tpr, tnr, kappa }) => [tpr, tnr, kappa]), ...leans.map(({ lean }) => lean)];
      for (const { value, low, high } of figures) {
        expect(-1 <= low && low <= high && high <= 1).toBe(true);
        if (value !== null) expect(low - 1e-9 <= value && value <= high + 1e-9, `${low} ${value} ${high}`).toBe(true);
      }
      for (const { counts } of calibrator.calibrations('2026-01-01')) {
        expect(counts.truePassed <= counts.trueLabels && counts.falseFailed <= counts.falseLabels).toBe(true);
      }
    }),
    { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 25 : 8 },
  );
});
