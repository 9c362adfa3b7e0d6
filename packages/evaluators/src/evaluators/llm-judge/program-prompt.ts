import path from 'node:path';
import { UnscoredError, type EvaluationInput } from '@assay/schema';
import * as v from 'valibot';
import { loadOnce } from '../../loading/load-once.js';
import { entryObject } from '../../options/entry-object.js';
import { positive } from '../../options/numbers.js';
import { requiredText } from '../../options/texts.js';
import { scriptArgv, scriptSchema } from '../../processes/script-argv.js';
import { caseVariables } from '../../templates/case-variables.js';
import { renderPrompt, type RenderedPrompt } from '../../templates/render-prompt.js';
import { ToolCountsSchema } from '../code-judge/script-entries.js';
import { judgePromptFor } from './judge-prompt.js';

const loadRunning = loadOnce(() => import('../code-judge/run-script.js'));
const loadPayload = loadOnce(() => import('../code-judge/script-payload.js'));

const DEFAULT_TIMEOUT_SECONDS = 60;
/** What a prompt is followed by that does not show the answer. */
const MATERIAL = '\n\n{{ question }}\n\n{{ candidate_turns }}\n';

/** A program that writes what the judges are asked. */
export const ProgramPromptSchema = entryObject(
  {
    script: v.pipe(scriptSchema('prompt.script'), v.description('Program and arguments; it reads the case and the response as JSON, as scripts of `code_judge` do, and prints the prompt')),
    config: v.optional(v.pipe(v.unknown(), v.description('Handed to the program as `config`'))),
    cwd: v.optional(v.pipe(requiredText('prompt.cwd'), v.description('Folder to run in, relative to the suite’s'))),
    timeout_seconds: v.optional(v.pipe(positive('prompt.timeout_seconds'), v.description(`Seconds until the program is ended; default ${DEFAULT_TIMEOUT_SECONDS}`))),
    tool_counts: ToolCountsSchema,
  },
  'prompt',
);

type ProgramPrompt = v.InferOutput<typeof ProgramPromptSchema>;

/**
 * What a program says that the judges are to be asked. It is no template: what the response says in it stays what it is.
 * @throws UnscoredError when the program fails, or prints nothing.
 */
export async function promptOfProgram({ script, config, cwd, timeout_seconds: timeout, tool_counts: counts }: ProgramPrompt, { evalCase, response, services, signal }: EvaluationInput): Promise<RenderedPrompt> {
  const [{ runScript }, { scriptPayload }] = await Promise.all([loadRunning(), loadPayload()]);
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
