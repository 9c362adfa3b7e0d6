import type { OptionProblem } from '../contracts/evaluator.js';
import { describeValue } from '../normalization/findings.js';
import { isPromiseLike } from './is-promise-like.js';

function isPath(path: unknown): boolean {
  return Array.isArray(path) && path.every((part: unknown) => typeof part === 'string' || typeof part === 'number');
}

/** What keeps one of the findings from being reported; undefined for one that can be. */
function oddFinding(finding: unknown): string | undefined {
  if (typeof finding !== 'object' || finding === null || Array.isArray(finding)) return describeValue(finding);
  const { path, message } = finding as Readonly<Record<string, unknown>>;
  if (!isPath(path)) return 'one without a path';
  return typeof message === 'string' && message !== '' ? undefined : 'one without a message';
}

/**
 * What `check()` of a definition found, which may be that of a program: what is no list of findings is no sign that options are fine.
 * @param found what it gave; where it may take its time, what came of it.
 * @throws TypeError that says what it gave in place of them.
 */
export function foundProblems(found: unknown): readonly OptionProblem[] {
  if (found === undefined || found === null) return [];
  if (isPromiseLike(found)) {
    // Nobody waits for it, so that its failure would end the process.
    void Promise.resolve(found).catch(() => undefined);
    throw new TypeError('check() gave a promise: it answers at once');
  }
  if (!Array.isArray(found)) throw new TypeError(`check() gave ${describeValue(found)}: it gives a list of { path, message }`);
  for (const [index, finding] of found.entries()) {
    const odd = oddFinding(finding);
    if (odd !== undefined) throw new TypeError(`check() gave a list with ${odd} at [${index}]: each is { path, message }`);
  }
  return found as readonly OptionProblem[];
}
