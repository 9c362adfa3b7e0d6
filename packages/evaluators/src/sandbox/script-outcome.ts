import { UnscoredError, type PointOutcome } from '@assay/schema';
import type { ScoreDescription, ScriptValue } from './protocol.js';

function unusable(message: string, hint: string): UnscoredError {
  return new UnscoredError(message, { reason: 'config', hint });
}

function score(description: ScoreDescription, subject: string): number | boolean {
  if (description.type === 'boolean') return description.value;
  if (description.type === 'number') return Math.min(1, Math.max(0, description.value));
  throw unusable(
    `${subject} ${description.shown}; it must be true, false or a number`,
    description.shown === 'undefined'
      ? 'end the script with the value, or return it'
      : 'compare the value, or turn it into a number from 0 to 1',
  );
}

/**
 * The score that a script gave: a yes or no, a number held within 0 and 1, or either with an
 * explanation.
 * @param seen What a script may look at, for a hint.
 * @throws UnscoredError (config) when it gave anything else or threw.
 */
export function scriptOutcome(value: ScriptValue, seen = 'r, context and toolCalls'): PointOutcome {
  switch (value.type) {
    case 'thrown':
      throw unusable(`the script threw ${value.name}: ${value.message}`, `a script sees ${seen} only`);
    case 'promise':
      throw unusable('the script gave a promise', 'leave out async and await: nothing in the sandbox takes time');
    case 'scored':
      return { score: score(value.score, 'the script gave a score of'), explain: value.explain };
    default:
      return score(value, 'the script gave');
  }
}
