import assert from 'node:assert/strict';
import { isAssayError } from '../../errors/inspecting/is-assay-error.js';
import type { AssayError } from '../../errors/assay-error.js';
import { within } from './within.js';

/**
 * What a subject answers, or what stands for the error of Assay that it threw. Fails for any other error, and for one that never answers.
 * @param ask begins it
 * @param call what is called, as `evaluate()`
 * @param what with which sample
 * @param unscored what the engine makes of an error
 */
export async function answerOf<T>(ask: () => T | Promise<T>, call: string, what: string, unscored: (error: AssayError) => T): Promise<T> {
  const answer = (async () => ask())().catch((error: unknown) => {
    assert.ok(isAssayError(error), `${what} threw ${String(error)}, which is no error of Assay`);
    return unscored(error);
  });
  return within(answer, `${call} of ${what}`);
}
