import type { ErrorInfo } from '../../domain/error-info.js';
import { AssayError } from '../assay-error.js';
import { ProviderError } from '../provider-error.js';
import { isError } from './is-error.js';

function describe(thrown: unknown): string {
  if (isError(thrown)) return thrown.message || thrown.name;
  if (typeof thrown !== 'object' || thrown === null) return String(thrown);
  try {
    return JSON.stringify(thrown) ?? 'an object without a message';
  } catch {
    return 'an object without a message';
  }
}

/** How V8 says that something was frozen. */
const READ_ONLY = /^Cannot (?:assign to read only|delete) property |object is not extensible$/u;

/** What is to be done about code that writes into what it was given. */
function readOnlyHint(error: unknown): Pick<ErrorInfo, 'hint'> {
  if (!(error instanceof TypeError) || !READ_ONLY.test(error.message)) return {};
  return { hint: 'what Assay gives is the same for all who get it: make a copy, and change that' };
}

/** Any thrown value as an {@link ErrorInfo}. */
export function toErrorInfo(error: unknown): ErrorInfo {
  if (error instanceof AssayError) {
    return {
      code: error instanceof ProviderError ? error.kind : error.code,
      message: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      ...(error instanceof ProviderError && error.status !== undefined ? { status: error.status } : {}),
    };
  }
  return { code: 'unexpected', message: describe(error), ...readOnlyHint(error) };
}
