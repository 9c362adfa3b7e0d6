import { isError } from '@assay/schema';

/** Causes of failures before anything reached a server. */
const NEVER_SENT: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED']);
const DEPTH = 10;

/** True for a failure before there was a connection: the server knows nothing of the request. */
export function neverSent(error: { readonly cause?: unknown }): boolean {
  let each = error.cause;
  for (let depth = 0; depth < DEPTH && isError(each); depth += 1) {
    if (NEVER_SENT.has((each as NodeJS.ErrnoException).code)) return true;
    each = each.cause;
  }
  return false;
}
