import type { JsonObject, TargetDefinition } from '@assay/schema';

/** A target as an entry of a `targets` list. */
export function targetEntry(target: TargetDefinition): JsonObject {
  const { name, provider, model, judgeTarget, workers, timeoutSeconds, maxRetries, options } = target;
  return {
    name,
    provider,
    ...(model === undefined ? {} : { model }),
    ...options,
    ...(judgeTarget === undefined ? {} : { judge_target: judgeTarget }),
    ...(workers === undefined ? {} : { workers }),
    ...(timeoutSeconds === undefined ? {} : { timeout_seconds: timeoutSeconds }),
    ...(maxRetries === undefined ? {} : { max_retries: maxRetries }),
  };
}
