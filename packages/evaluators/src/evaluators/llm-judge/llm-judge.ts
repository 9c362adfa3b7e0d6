import { defineEvaluator, isJsonObject } from '@assay/schema';
import * as v from 'valibot';
import { loadOnce } from '../../loading/load-once.js';
import { entryObject } from '../../options/entry-object.js';
import { panelOf, ModelSchema, requiredText } from '../../options/texts.js';
import { scoreFromPanel } from '../../panels/score-from-panel.js';
import { caseVariables } from '../../templates/case-variables.js';
import { promptProblems } from '../../templates/prompt-problems.js';
import { renderPrompt } from '../../templates/render-prompt.js';
import { scriptProblems } from '../../processes/script-problems.js';
import { unionMessage } from '../../options/union-message.js';
import { JUDGE_PROMPT, judgePromptFor } from './judge-prompt.js';
import { ProgramPromptSchema } from './program-prompt-options.js';
import { PreprocessorsSchema } from '../../reply-files/preprocessors-schema.js';
import { readsReplyFiles } from '../../reply-files/reads-reply-files.js';

const loadProgramPrompt = loadOnce(() => import('./program-prompt.js'));

/** Asks the judges one question about the whole response. */
export const llmJudge = readsReplyFiles(defineEvaluator({
  name: 'llm_judge',
  aliases: ['llm-judge'],
  description:
    'Asks the judges how well the response achieves the expected outcome (or what your own prompt asks), from 0 to 1; the score is the mean of ' +
    'their answers.',
  options: entryObject({
    prompt: v.optional(
      v.pipe(
        v.union([requiredText('prompt'), ProgramPromptSchema], unionMessage('prompt must be text, or { script: … } for a program that prints it')),
        v.description(
          'What to ask: the text itself, or the path of a file with it, relative to the suite and inside the project. `{{ candidate_answer }}` ' +
            'and other variables are filled in. Without it a built-in prompt compares with the expected outcome. `{ script: [program, argument] }` is a program that prints what to ask.',
        ),
      ),
    ),
    model: v.optional(ModelSchema),
    preprocessors: PreprocessorsSchema,
  }),
  programs: ({ prompt }) => (isJsonObject(prompt) ? [['prompt', 'script']] : []),
  examples: [
    { title: 'Against the expected outcome', value: { type: 'llm_judge' } },
    {
      title: 'With a prompt of your own',
      value: {
        name: 'tone',
        type: 'llm_judge',
        prompt: 'Is this reply friendly and free of jargon?\n\n{{ candidate_answer }}',
      },
    },
    {
      title: 'A program prints the prompt',
      value: { type: 'llm_judge', prompt: { script: ['node', 'policy-prompt.mjs'], config: { month: 'march' } } },
    },
    {
      title: 'With a prompt file and a judge of its own',
      value: { type: 'llm_judge', prompt: '../prompts/safety.md', model: 'openai:gpt-4.1-mini', weight: 3 },
    },
  ],
  uses: ['judge'],
  verbatim: ['prompt'],
  files: ['prompt'],
  judgementsOf: () => 1,
  check: ({ options: { prompt }, ...place }) =>
    typeof prompt === 'object'
      ? scriptProblems({ script: prompt.script, cwd: prompt.cwd, directory: place.directory }, ['prompt', 'script'])
      : promptProblems(prompt, JUDGE_PROMPT, place, ['prompt']),
  evaluate: async (input) => {
    const { options, evalCase, response, services, signal } = input;
    const { prompt } = options;
    const rendered =
      typeof prompt === 'object'
        ? await (await loadProgramPrompt()).promptOfProgram(prompt, input)
        : await renderPrompt(prompt, judgePromptFor(evalCase), services, caseVariables(evalCase, response), signal);
    const panel = services.judges(panelOf(options.model));
    return scoreFromPanel(await panel.assess({ kind: 'prompt', scale: 'unit', ...rendered }, { signal }), input.config.name);
  },
}));
