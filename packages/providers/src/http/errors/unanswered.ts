import { isJsonObject, type ProviderError } from '@assay/schema';
import { badReply, reportedError, type CallContext } from './api-error.js';

/**
 * The error for a reply in which there is no answer. An `error` in it says why, also one without a word: beside an answer that would be
 * nothing, here it is what the reply tells.
 * @param missing What it lacks: `the reply has no choices`.
 */
export function unanswered(reply: unknown, missing: string, context: CallContext): ProviderError {
  const error = isJsonObject(reply) ? reply['error'] : undefined;
  return isJsonObject(error) ? reportedError(error, context) : badReply(missing, context);
}
