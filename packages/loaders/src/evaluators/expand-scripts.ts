import { isJsonObject, type JsonObject, type JsonValue, shellArgv } from '@assay/schema';
/** Evaluators of which the option `script` is a program. */
export const SCRIPTS: ReadonlySet<string> = new Set(['code_judge', 'script', 'not_code_judge', 'not_script']);

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
  if (SCRIPTS.has(type)) return withArgv(options, platform);
  const aggregator: JsonValue | undefined = options['aggregator'];
  return isJsonObject(aggregator) && aggregator['type'] === 'code_judge'
    ? { ...options, aggregator: withArgv(aggregator, platform) }
    : options;
}
