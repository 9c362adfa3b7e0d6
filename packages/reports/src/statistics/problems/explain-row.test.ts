import { DEFAULT_VERDICT_THRESHOLDS, type EvaluatorResult, type ResultRow } from '@assay/schema';
import { sampleErrorRow, sampleRow } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { explainRow, MAX_REASON_LENGTH, MAX_REASONS } from './explain-row.js';

const explain = (row: ResultRow): readonly string[] => explainRow(row, DEFAULT_VERDICT_THRESHOLDS);

function failedBy(...evaluators: readonly EvaluatorResult[]): ResultRow {
  return sampleRow({ score: 0.4, verdict: 'fail', evaluators });
}

const facts: EvaluatorResult = { name: 'facts', type: 'contains', weight: 1, score: 0, misses: ['no "30 days"'] };

describe('a failed row', () => {
  test('required misses come first, then misses, then low points, then errors', () => {
    const row = failedBy(
      {
        name: 'script',
        type: 'code_judge',
        weight: 1,
        score: null,
        error: { code: 'x', message: 'exit 1', hint: 'see its log' },
      },
      { name: 'soft', type: 'rubric', weight: 1, score: 0.7, points: [{ text: 'Is polite', score: 0.7, weight: 1 }] },
      facts,
      {
        name: 'rubric',
        type: 'rubric',
        weight: 1,
        score: 0.9,
        requirements: { missed: 'written' },
        points: [
          { text: 'Names the deadline', score: 0.25, weight: 1, required: true },
          { text: 'Names the form', score: 1, weight: 1, required: true },
        ],
      },
    );
    expect(explain(row)).toEqual([
      'required: Names the deadline (0.25)',
      'facts: no "30 days"',
      'Is polite (0.70)',
      'script: exit 1',
      'fix: see its log',
    ]);
  });

  test('a line of a rubric that is missed is told once, however its miss is written', () => {
    const lines: EvaluatorResult = {
      name: 'rubric',
      type: 'rubric',
      weight: 1,
      score: 0.3,
      requirements: { missed: 'default' },
      misses: ['kind: Is kind (partly met, 0.25; required, at least 0.6)', 'short: Is short', 'Greets (required, at least 0.6)'],
      points: [
        { id: 'kind', text: 'Is kind', score: 0.25, weight: 1, required: true },
        { id: 'short', text: 'Is short', score: 0, weight: 1 },
        { text: 'Greets', score: 0, weight: 1, required: true },
      ],
    };
    expect(explain(failedBy(lines))).toEqual(['required: Is kind (0.25)', 'required: Greets (0.00)', 'rubric: short: Is short']);
  });

  test('a line that must reach a score shows both, also where its verdict is a pass; one that does is no part of it', () => {
    const rubric: EvaluatorResult = {
      name: 'rubric',
      type: 'rubric',
      weight: 1,
      score: 0.7,
      requirements: { missed: 'written' },
      misses: ['Is right (partly met, 0.7; required, at least 0.8)', 'Is short (required, at least 0.9)', 'Is kind (partly met, 0.7)'],
      points: [
        { text: 'Is right', score: 0.7, weight: 1, required: true, minimum: 0.8 },
        { text: 'Is short', score: 0.8999, weight: 1, required: true, minimum: 0.9 },
        { text: 'Is kind', score: 0.7, weight: 1, required: true, minimum: 0.6 },
      ],
    };
    expect(explain(failedBy(rubric))).toEqual(['required: Is right (0.70 < 0.80)', 'required: Is short (0.8999 < 0.90)', 'Is kind (0.70)']);
  });

  test('evaluators that passed say nothing', () => {
    expect(explain(failedBy({ ...facts, score: 0.9, misses: ['a detail'] }, facts))).toEqual(['facts: no "30 days"']);
  });

  test('a point that must not be is marked', () => {
    const point = { text: 'Is rude', score: 0, weight: 1, inverted: true };
    expect(explain(failedBy({ ...facts, misses: [], points: [point] }))).toEqual(['must not: Is rude (0.00)']);
  });

  test('a check that is named for itself is not named twice', () => {
    const check: EvaluatorResult = { name: 'contains', type: 'contains', weight: 1, score: 0, misses: ['contains "42"'] };
    expect(explain(failedBy(check))).toEqual(['missed: contains "42"']);
  });

  test('an error of an evaluator that left the row without a score is said once', () => {
    const error = { code: 'unscored', message: 'the script wrote no JSON', hint: 'print JSON' };
    const script: EvaluatorResult = { name: 'script', type: 'code_judge', weight: 1, score: null, error };
    const row = sampleErrorRow({ error: { ...error, message: `script: ${error.message}` }, evaluators: [script] });
    expect(explain(row)).toEqual(['script: the script wrote no JSON', 'fix: print JSON']);
  });

  test('nothing is said twice', () => {
    const point = { text: 'Names the form', score: 0, weight: 1 };
    expect(explain(failedBy({ ...facts, misses: ['Names the form'], points: [point] }))).toEqual([
      'facts: Names the form',
    ]);
  });

  test('members of a composite speak for themselves', () => {
    const composite = { name: 'all', type: 'composite', weight: 1, score: 0, evaluators: [facts], misses: ['facts'] };
    expect(explain(failedBy(composite))).toEqual(['facts: no "30 days"']);
  });

  test('an evaluator without misses gives its reasoning, or its score', () => {
    expect(explain(failedBy({ ...facts, misses: [], reasoning: 'Too short.' }))).toEqual(['facts: Too short.']);
    expect(explain(failedBy({ ...facts, misses: [] }))).toEqual(['facts: scored 0.00']);
  });

  test('a missed requirement that names no point is still named', () => {
    const row = failedBy({ name: 'gate', type: 'f1', weight: 1, score: 0.9, requirements: { missed: 'written' } });
    expect(explain(row)).toEqual(['gate: a required part was missed (0.90)']);
  });

  test('reasons are bounded in number and length', () => {
    const misses = Array.from({ length: 100 }, (_, index) => `${index} ${'long '.repeat(10_000)}`);
    const reasons = explain(failedBy({ ...facts, misses }));
    expect(reasons).toHaveLength(MAX_REASONS);
    expect(Math.max(...reasons.map((reason) => reason.length))).toBeLessThanOrEqual(MAX_REASON_LENGTH);
  });
});

describe('an open row', () => {
  const open = { verdict: null, verdictBounds: { worst: 'fail', best: 'pass' }, score: 1 } as const;
  const error = { code: 'panel', message: 'no judge answered' };

  test('the required line that nobody judged comes first', () => {
    const points = [
      { text: 'Is polite', score: 0.5, weight: 1 },
      { text: 'Names the date', score: null, weight: 1, required: true, error },
    ];
    const rubric = { name: 'rubric', type: 'rubric', weight: 1, score: 0.7, requirements: { open: 'default' }, points } as const;
    expect(explain(sampleRow({ ...open, evaluators: [rubric] }))[0]).toBe('required: Names the date: no judge answered');
  });

  test('an evaluator that must hold and has no score says both', () => {
    const gate = { name: 'gate', type: 'cost', weight: 1, score: null, requirements: { open: 'written' }, error } as const;
    const all = { name: 'all', type: 'composite', weight: 1, score: 1, requirements: { open: 'written' }, evaluators: [gate] } as const;
    expect(explain(sampleRow({ ...open, evaluators: [all] }))).toEqual([
      'gate: no judge answered',
      'gate: it must hold, and could not be checked',
    ]);
  });
});

describe('an unscored row', () => {
  test('its error comes first, with the way to fix it', () => {
    expect(explain(sampleErrorRow({ evaluators: [facts] }))).toEqual([
      'connection refused',
      'fix: is the server running?',
      'facts: no "30 days"',
    ]);
  });

  test('without an error of its own, those of evaluators and points count', () => {
    const lost = { code: 'panel', message: 'no judge answered' };
    const row = sampleErrorRow({
      error: undefined,
      evaluators: [
        {
          name: 'rubric',
          type: 'rubric',
          weight: 1,
          score: null,
          points: [{ text: 'Is polite', score: null, weight: 1, error: lost }],
        },
      ],
    });
    expect(explain(row)).toEqual(['Is polite: no judge answered']);
  });
});
