import { recordOf } from '@assay/schema';
import * as v from 'valibot';
import { described, range, seed, wholeNumber } from '../http/parameters/option-entries.js';

const command = v.union([v.pipe(v.string(), v.minLength(1)), v.pipe(v.array(v.string()), v.minLength(1))]);

export const commandOptions = v.object({
  command: described(
    command,
    'Program and arguments as a list, or a line for sh. Placeholders: {PROMPT} {GUIDELINES} {EVAL_ID} {ATTEMPT} {FILES} {OUTPUT_FILE} {WORKSPACE} {TARGET_DIR}.',
  ),
  command_template: described(command, 'Another name of command.'),
  cwd: described(v.string(), 'Folder to run in without a workspace. Default: the folder of the project.'),
  env: described(recordOf(v.string()), 'Environment variables to add.'),
  system_prompt: described(v.string(), 'Text to put before the system text of every case.'),
  temperature: described(
    range('temperature', 0, 2),
    'Passed to the program as ASSAY_TEMPERATURE, unless the case sets its own.',
  ),
  max_tokens: described(wholeNumber('max_tokens', 1), 'Passed to the program as ASSAY_MAX_TOKENS.'),
  seed: described(seed(), 'Passed to the program as ASSAY_SEED.'),
  keep_daemons: described(
    v.boolean(),
    'Does not end background processes that the program leaves running, such as a build daemon. Default: false.',
  ),
  files_format: described(
    v.string(),
    'How each of {FILES} is written, e.g. "--file {path}"; {basename} is the name alone.',
  ),
});

export type CommandOptions = v.InferOutput<typeof commandOptions>;
