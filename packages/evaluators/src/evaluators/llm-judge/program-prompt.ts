import path from 'node:path';
import { UnscoredError, type EvaluationInput } from '@assay/schema';
import { scriptArgv } from '../../processes/script-argv.js';
import { caseVariables } from '../../templates/case-variables.js';
import { renderPrompt, type RenderedPrompt } from '../../templates/render-prompt.js';
import { SHOWN_REPLY } from '../../templates/shown-reply.js';
import { runScript } from '../../processes/run-script.js';
import { scriptPayload } from '../code-judge/script-payload.js';
import { judgePromptFor } from './judge-prompt.js';
import { DEFAULT_TIMEOUT_SECONDS, type ProgramPrompt } from './program-prompt-options.js';

/** What a prompt is followed by that does not show the answer. */
const MATERIAL = `\n\n{{ question }}\n\n${SHOWN_REPLY}\n`;

/**
 * What a program says that the judges are to be asked. It is no template: what the response says in it stays what it is.
 * @throws UnscoredError when the program fails, or prints nothing.
 */
export async function promptOfProgram({ script, config, cwd, timeout_seconds: timeout, tool_counts: counts }: ProgramPrompt, { evalCase, response, services, signal }: EvaluationInput): Promise<RenderedPrompt> {
  const { stdout } = await runScript({
    argv: scriptArgv(script),
    cwd: path.resolve(services.directory, cwd ?? '.'),
    env: services.env,
    stdin: JSON.stringify({ ...scriptPayload(evalCase, response, {}, counts), config: config ?? {}, vars: evalCase.vars ?? {} }),
    timeoutSeconds: timeout ?? DEFAULT_TIMEOUT_SECONDS,
    signal,
    processes: services.processes,
    redactor: services.redactor,
  });
  const prompt = stdout.trim();
  if (prompt === '') throw new UnscoredError('the program that writes the prompt printed nothing', { hint: 'let it print the prompt to its standard output' });
  const shown = response.text.trim();
  const material = await renderPrompt(MATERIAL, judgePromptFor(evalCase), services, caseVariables(evalCase, response), signal);
  // No judge grades an answer that it has not seen.
  return shown !== '' && prompt.includes(shown) ? { ...material, prompt } : { ...material, prompt: `${prompt}\n\n${material.prompt.trimStart()}` };
}
