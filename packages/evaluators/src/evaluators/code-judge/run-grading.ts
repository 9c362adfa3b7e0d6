import path from 'node:path';
import { UnscoredError, type EvaluationInput, type EvaluationScore, type JsonObject, type JsonValue } from '@assay/schema';
import { mostCalls } from '../../lent-judges/judge-access.js';
import { scriptArgv } from '../../processes/script-argv.js';
import { createScriptTimer, type ScriptTimer } from '../../processes/script-timer.js';
import { runScript, type ScriptOutput } from '../../processes/run-script.js';

/** Options that all scripts have which score. */
interface GradingOptions {
  readonly script: string | readonly string[];
  readonly cwd?: string | undefined;
  readonly keep_daemons?: boolean | undefined;
  readonly needs_workspace?: boolean | undefined;
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

/** The folder of a trial is gone when its reply is scored again, and a script that finds none would say that the target did nothing. */
function checkWorkspace({ options, evalCase, services }: EvaluationInput<GradingOptions>): void {
  if (!evalCase.workspace || services.workspace !== undefined || options.needs_workspace === false) return;
  throw new UnscoredError('the script looks at the workspace, and there is none: it was removed with the trial that the reply is of', {
    reason: 'config',
    hint: 'run the case again; of a script that needs no workspace, say needs_workspace: false',
  });
}

/** Runs a script that scores, with a judge if it is lent one. */
export async function runGrading(input: EvaluationInput<GradingOptions>, { payload, timeoutSeconds, parse }: Grading): Promise<EvaluationScore> {
  const { options, services, signal } = input;
  checkWorkspace(input);
  const { script, cwd, keep_daemons: keepDaemons } = options;
  const { processes, redactor, workspace } = services;
  const run = (env: typeof services.env, timer: ScriptTimer, clean?: (text: string) => string): Promise<ScriptOutput> =>
    runScript({
      argv: scriptArgv(script),
      cwd: path.resolve(services.directory, cwd ?? '.'),
      env,
      stdin: JSON.stringify(workspace === undefined ? payload : { ...payload, workspace_path: workspace }),
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
  const told = workspace === undefined ? services.env : { ...services.env, ASSAY_WORKSPACE: workspace, AGENTV_WORKSPACE_PATH: workspace };
  if (most === undefined) return parse(await run(told, timer));
  const { withLentJudge } = await import('../../lent-judges/lend-judge.js');
  return withLentJudge({ panel: services.judges(), mostCalls: most, timer, signal }, async ({ env, clean }) => parse(await run({ ...told, ...env }, timer, clean)));
}
