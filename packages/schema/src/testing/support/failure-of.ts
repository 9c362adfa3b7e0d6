import assert from 'node:assert/strict';
import { ProviderError } from '../../errors/provider-error.js';
import { within } from './within.js';

/** The ProviderError that a promise rejects with; an AssertionError when it does anything else. */
export async function failureOf(promise: Promise<unknown>, what: string): Promise<ProviderError> {
  const outcome = await within(
    promise.then(
      () => undefined,
      (error: unknown) => ({ error }),
    ),
    what,
  );
  assert.ok(outcome, `${what} resolved`);
  assert.ok(outcome.error instanceof ProviderError, `${what} rejected with ${String(outcome.error)}, no ProviderError`);
  return outcome.error;
}
