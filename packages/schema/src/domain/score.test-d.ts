import { expectTypeOf, test } from 'vitest';
import type { EvaluationScore, EvaluatorResult } from './score.js';

test("EvaluationScore has an optional verdict: 'pass' | 'fail' | 'borderline'", () => {
  expectTypeOf<EvaluationScore['verdict']>().toEqualTypeOf<'pass' | 'fail' | 'borderline' | undefined>();
  const withoutVerdict: EvaluationScore = { score: 1 };
  expectTypeOf(withoutVerdict).toExtend<EvaluationScore>();
});

test('a score is a number or null, and cannot be left out', () => {
  expectTypeOf<EvaluationScore['score']>().toEqualTypeOf<number | null>();
  // @ts-expect-error the score is missing
  const missing: EvaluationScore = { verdict: 'pass' };
  expectTypeOf(missing).toExtend<EvaluationScore>();
});

test('a result is a score with its entry', () => {
  expectTypeOf<EvaluatorResult>().toExtend<EvaluationScore>();
  expectTypeOf<Omit<EvaluatorResult, keyof EvaluationScore>>().toEqualTypeOf<{
    readonly name: string;
    readonly type: string;
    readonly weight: number;
  }>();
});
