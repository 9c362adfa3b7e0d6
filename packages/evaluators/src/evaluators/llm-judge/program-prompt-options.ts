import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { positive } from '../../options/numbers.js';
import { wordedText } from '../../options/texts.js';
import { scriptSchema } from '../../processes/script-argv.js';
import { ToolCountsSchema } from '../code-judge/script-entries.js';

export const DEFAULT_TIMEOUT_SECONDS = 60;

/** A program that writes what the judges are asked. */
export const ProgramPromptSchema = entryObject(
  {
    script: v.pipe(scriptSchema('prompt.script'), v.description('Program and arguments; it reads the case and the response as JSON, as scripts of `code_judge` do, and prints the prompt')),
    config: v.optional(v.pipe(v.unknown(), v.description('Passed to the program as `config`'))),
    cwd: v.optional(v.pipe(wordedText('prompt.cwd'), v.description('Working folder, relative to the folder of the suite'))),
    timeout_seconds: v.optional(v.pipe(positive('prompt.timeout_seconds'), v.description(`Seconds after which the program is stopped; default ${DEFAULT_TIMEOUT_SECONDS}`))),
    tool_counts: ToolCountsSchema,
  },
  'prompt',
);

export type ProgramPrompt = v.InferOutput<typeof ProgramPromptSchema>;
