import { AssayError, errorText, ProviderError, type JsonValue } from '@assay/schema';
import { withoutForm } from '../reply/without-form.js';

function unusable(target: string, what: string, cause?: unknown): ProviderError {
  return new ProviderError(`target "${target}" does not say what its answers depend on: ${what}`, {
    kind: 'bad_reply',
    target,
    retryable: false,
    cause,
    hint: 'have identity() return plain JSON, or undefined where answers are not to be kept',
  });
}

/**
 * What a target of a program says that its answers depend on. All Maps, and all promises, are one empty object in JSON: answers that are
 * kept under such a value would be given to other questions. `null` says that there is none, as in the replies of adapters.
 * @throws ProviderError for what JSON has no form for
 */
export function plainIdentity(identity: JsonValue | undefined, target: string): JsonValue | undefined {
  const fault = withoutForm(identity, 'identity()');
  // A promise that nobody waits for ends no process.
  if ((identity as unknown) instanceof Promise) (identity as unknown as Promise<unknown>).catch(() => undefined);
  if (fault !== undefined) throw unusable(target, fault);
  return identity ?? undefined;
}

/** What `identity()` of a target failed with: an error of ours says itself what is wrong, as of a request that cannot be sent. */
export function identityProblem(error: unknown, target: string): unknown {
  return error instanceof AssayError ? error : unusable(target, `identity() threw: ${errorText(error)}`, error);
}
