import { isJsonObject, type JsonObject, type JsonValue, shellArgv } from '@assay/schema';
function withArgv(options: JsonObject, platform: string | undefined): JsonObject {
  const script = options['script'];
  return typeof script === 'string' && script.trim() !== ''
    ? { ...options, script: shellArgv(script, platform) }
    : options;
}

/**
 * Scripts written as one string become an argv that runs them in the shell; lists stay as they
 * are and run without one. Also for a script that aggregates the results of others.
 */
export function expandScripts(type: string, options: JsonObject, platform?: string): JsonObject {
  if (type === 'code_judge') return withArgv(options, platform);
  const aggregator: JsonValue | undefined = options['aggregator'];
  return isJsonObject(aggregator) && aggregator['type'] === 'code_judge'
    ? { ...options, aggregator: withArgv(aggregator, platform) }
    : options;
}
