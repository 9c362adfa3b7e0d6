import assert from 'node:assert/strict';
import { isJsonObject } from '../../domain/json.js';
import type { EvaluationScore, ScoreBounds } from '../../domain/score.js';
import { describeValue } from '../../normalization/findings.js';
import { oddField } from '../../answers/odd-field.js';
import { strayField } from '../../answers/stray-field.js';
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

/** Fails for what is no answer of an evaluator at all. */
export function assertAnswer(given: unknown, what: string): void {
  assert.ok(isJsonObject(given), `${what} gave ${describeValue(given)} in place of an answer: an answer is an object with a score, as { score: 1 }`);
}

/** Fails for an answer that the engine would not take, though its score is one. */
function assertTaken(result: EvaluationScore, what: string): void {
  const odd = oddField(result);
  assert.ok(odd === undefined, `${what} gave ${odd}`);
  const stray = strayField(result);
  assert.ok(stray === undefined, `${what} gave ${JSON.stringify(stray?.name)}, which no answer has: ${stray?.hint}`);
  // The engine takes a null for none; whoever writes an evaluator leaves it out.
  assert.notEqual(result.verdict, null, `${what} gave the verdict null: it has to be pass, borderline or fail, or left out`);
  assert.ok(result.score === null || result.error === undefined, `${what} gave a score and an error at once, of which the error would count: ${result.error?.message}`);
}

/** Fails unless an evaluator's score keeps what {@link EvaluationScore} promises, all the way down. */
export function assertEvaluationScore(result: EvaluationScore, what: string): void {
  assertAnswer(result, what);
  assertTaken(result, what);
  assertScored(result, what);
  assertBounds(result.bounds, result.score, what);
  assertUsage(result.judgeUsage, `${what}: judgeUsage`);
  assertAmount(result.judgeCostUsd, `${what}: judgeCostUsd`);
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
