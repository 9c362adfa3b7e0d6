import { UnscoredError } from '@assay/schema';
import { fileError, findContainedFile, type FilePlace } from '../files/find-contained-file.js';
import { readTextFile } from '../files/read-text-file.js';

/** A prompt's text with the name that messages call it by. */
export interface LoadedPrompt {
  readonly text: string;
  readonly subject: string;
}

const PROMPT_FILE = /\.(?:md|markdown|txt|liquid|prompt)$/iu;
const LONGEST_PATH = 1024;

/** A single line without template marks and spaces at its ends, short enough for a path. */
function mayBePath(prompt: string): boolean {
  return prompt.length <= LONGEST_PATH && !/[\n\r\0]|\{\{|\{%/u.test(prompt);
}

/** What can only have been meant as a file: it ends like one and reads like a path, not a sentence. */
function looksLikePath(prompt: string): boolean {
  return PROMPT_FILE.test(prompt) && (/[\\/]/u.test(prompt) || !/\s/u.test(prompt));
}

/**
 * The text of a `prompt` option, which is either the text itself or a file's path, relative to
 * the suite's folder or one above it. It is a path when such a file stands in the suite's folder, or
 * when it can be nothing else.
 * @throws UnscoredError (config) when it is plainly a path and there is no such file, and for files
 * that are empty, no text, or outside the project root.
 */
export async function loadPrompt(prompt: string, place: FilePlace): Promise<LoadedPrompt> {
  if (prompt.trim() === '') {
    throw new UnscoredError('the prompt is empty', {
      reason: 'config',
      hint: 'write what the judges are asked, or leave prompt out for the built-in one',
    });
  }
  const inline = { text: prompt, subject: 'the prompt' };
  if (!mayBePath(prompt)) return inline;
  const written = prompt.trim().replace(/^file:\/\//u, '');
  const plainly = looksLikePath(written);
  const found = await findContainedFile(written, place, plainly);
  const subject = `the prompt file "${written}"`;
  if (found.kind === 'found') return { text: await readTextFile(found, subject), subject: `the prompt ${written}` };
  const exists = found.kind === 'refused' || (found.kind === 'outside' && found.exists);
  if (!plainly && !exists) return inline;
  throw fileError(
    subject,
    found,
    place,
    `paths are relative to the suite's folder, ${place.directory}; write the prompt itself over several lines to give it inline`,
  );
}
