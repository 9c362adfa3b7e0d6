import * as v from 'valibot';
import { entryObject } from '../options/entry-object.js';
import { positive } from '../options/numbers.js';
import { wordedText } from '../options/texts.js';
import { scriptSchema } from '../processes/script-argv.js';

export const DEFAULT_TIMEOUT_SECONDS = 60;

const PreprocessorSchema = entryObject(
  {
    type: v.pipe(wordedText('type'), v.description('Media type or file extension, e.g. `xlsx`')),
    command: v.pipe(
      scriptSchema('command'),
      v.description('Program that reads `{"path", …}` as JSON and prints the text of the file'),
    ),
    timeout_seconds: v.optional(v.pipe(positive('timeout_seconds'), v.description(`Seconds after which the command is stopped; default ${DEFAULT_TIMEOUT_SECONDS}`))),
  },
  'a preprocessor',
);

export type Preprocessor = v.InferOutput<typeof PreprocessorSchema>;

/** Options of those that show judges files. */
export interface FileOptions {
  readonly preprocessors?: readonly Preprocessor[] | undefined;
}

/** The option of those that show judges the files of a reply. */
export const PreprocessorsSchema = v.optional(
  v.pipe(
    v.array(PreprocessorSchema, 'preprocessors must be a list'),
    v.description(
      'Shows judges the files of the reply: a file of a listed `type` as its `command` prints it, any other as text. Default: none',
    ),
  ),
);
