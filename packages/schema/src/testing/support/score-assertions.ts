import assert from 'node:assert/strict';
import type { EvaluationScore, ScoreBounds } from '../../domain/score.js';
import type { TokenUsage } from '../../usage/usage.js';
import type { ErrorInfo } from '../../domain/error-info.js';

/** Rounding noise that means of floats may carry. */
const NOISE = 1e-9;

export function assertAmount(value: number | undefined, what: string): void {
  if (value === undefined) return;
  assert.ok(Number.isFinite(value) && value >= 0, `${what} is not a finite number >= 0: ${value}`);
}

export function assertUsage(usage: TokenUsage | undefined, what: string): void {
  for (const [name, amount] of Object.entries(usage ?? {})) assertAmount(amount, `${what}.${name}`);
}

export function assertError(error: ErrorInfo | undefined, what: string): void {
  assert.ok(error, `${what} has no score and no error that says why`);
  assert.ok(error.code !== '' && error.message !== '', `${what}: the error says nothing`);
}

/** Fails unless it is a score in [0, 1], or null with an error: missing is never a number. */
export function assertScored(
  scored: { readonly score: number | null; readonly error?: ErrorInfo | undefined },
  what: string,
): void {
  if (scored.score === null) {
    assertError(scored.error, what);
    return;
  }
  assert.ok(
    typeof scored.score === 'number' && scored.score >= 0 && scored.score <= 1,
    `${what}: the score is not in [0, 1]: ${scored.score}`,
  );
}

function assertBounds(bounds: ScoreBounds | undefined, score: number | null, what: string): void {
  if (!bounds) return;
  const { worst, best } = bounds;
  assert.ok(worst >= 0 && best <= 1 && worst <= best, `${what}: bounds are not in order: ${worst}, ${best}`);
  if (score === null) return;
  assert.ok(worst <= score + NOISE && score <= best + NOISE, `${what}: the bounds do not enclose the score ${score}`);
}

/** Fails unless an evaluator's score keeps what {@link EvaluationScore} promises, all the way down. */
export function assertEvaluationScore(result: EvaluationScore, what: string): void {
  assertScored(result, what);
  assertBounds(result.bounds, result.score, what);
  assertUsage(result.judgeUsage, `${what}: judgeUsage`);
  assertAmount(result.judgeCostUsd, `${what}: judgeCostUsd`);
  if (result.verdict !== undefined) assert.ok(['pass', 'borderline', 'fail'].includes(result.verdict), what);
  for (const text of [...(result.hits ?? []), ...(result.misses ?? []), ...(result.warnings ?? [])]) {
    assert.equal(typeof text, 'string', `${what}: hits, misses and warnings are texts`);
  }
  for (const point of result.points ?? []) {
    assertScored(point, `${what}: point "${point.text}"`);
    assertAmount(point.weight, `${what}: weight of point "${point.text}"`);
    for (const vote of point.judges ?? []) assertScored(vote, `${what}: judge ${vote.id}`);
  }
  for (const vote of result.judges ?? []) assertScored(vote, `${what}: judge ${vote.id}`);
  for (const member of result.evaluators ?? []) {
    assertAmount(member.weight, `${what}: weight of ${member.name}`);
    assertEvaluationScore(member, `${what}: ${member.name}`);
  }
}
