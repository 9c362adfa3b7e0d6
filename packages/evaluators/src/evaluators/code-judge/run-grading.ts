import path from 'node:path';
import type { EvaluationInput, EvaluationScore, JsonObject, JsonValue } from '@assay/schema';
import { mostCalls } from '../../lent-judges/judge-access.js';
import { scriptArgv } from '../../processes/script-argv.js';
import { createScriptTimer, type ScriptTimer } from '../../processes/script-timer.js';
import { runScript, type ScriptOutput } from './run-script.js';

/** Options that all scripts have which score. */
interface GradingOptions {
  readonly script: string | readonly string[];
  readonly cwd?: string | undefined;
  readonly keep_daemons?: boolean | undefined;
  readonly target?: unknown;
}

/** What is special about a script. */
export interface Grading {
  readonly payload: JsonObject;
  /** Time that it may take itself, in seconds. */
  readonly timeoutSeconds: number;
  /** Reads what it wrote. */
  readonly parse: (output: ScriptOutput) => EvaluationScore;
}

/** Runs a script that scores, with a judge if it is lent one. */
export async function runGrading({ options, services, signal }: EvaluationInput<GradingOptions>, { payload, timeoutSeconds, parse }: Grading): Promise<EvaluationScore> {
  const { script, cwd, keep_daemons: keepDaemons } = options;
  const { processes, redactor } = services;
  const run = (env: typeof services.env, timer: ScriptTimer, clean?: (text: string) => string): Promise<ScriptOutput> =>
    runScript({
      argv: scriptArgv(script),
      cwd: path.resolve(services.directory, cwd ?? '.'),
      env,
      stdin: JSON.stringify(payload),
      timeoutSeconds,
      timer,
      clean,
      signal,
      processes,
      redactor,
      keepDaemons,
    });
  const most = mostCalls(options.target as JsonValue | undefined);
  const timer = createScriptTimer(timeoutSeconds);
  if (most === undefined) return parse(await run(services.env, timer));
  const { withLentJudge } = await import('../../lent-judges/lend-judge.js');
  return withLentJudge({ panel: services.judges(), mostCalls: most, timer, signal }, async ({ env, clean }) => parse(await run({ ...services.env, ...env }, timer, clean)));
}
