import type { JsonObject, WrittenTarget } from '@assay/schema';

/** A target as an entry of a `targets` list. */
export function targetEntry(target: WrittenTarget): JsonObject {
  const { name, provider, useTarget, model, judgeTarget, workers, requestsPerMinute, tokensPerMinute, timeoutSeconds, maxRetries, maxReplyMb, allowEmpty, options } = target;
  return {
    name,
    ...(useTarget === undefined ? {} : { use_target: useTarget }),
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...options,
    ...(judgeTarget === undefined ? {} : { judge_target: judgeTarget }),
    ...(workers === undefined ? {} : { workers }),
    ...(requestsPerMinute === undefined ? {} : { requests_per_minute: requestsPerMinute }),
    ...(tokensPerMinute === undefined ? {} : { tokens_per_minute: tokensPerMinute }),
    ...(timeoutSeconds === undefined ? {} : { timeout_seconds: timeoutSeconds }),
    ...(maxRetries === undefined ? {} : { max_retries: maxRetries }),
    ...(maxReplyMb === undefined ? {} : { max_reply_mb: maxReplyMb }),
    ...(allowEmpty ? { allow_empty: allowEmpty } : {}),
  };
}
