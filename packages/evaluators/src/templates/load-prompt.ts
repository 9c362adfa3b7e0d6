import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { UnscoredError } from '@assay/schema';

/** A prompt's text with the name that messages call it by. */
export interface LoadedPrompt {
  readonly text: string;
  readonly subject: string;
}

const PROMPT_FILE = /\.(?:md|markdown|txt|liquid|prompt)$/iu;
const LONGEST_PATH = 1024;

async function isFile(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/** A single line without template marks and spaces at its ends, short enough for a path. */
function mayBePath(prompt: string): boolean {
  return prompt.length <= LONGEST_PATH && !/[\n\r\0]|\{\{|\{%/u.test(prompt) && prompt.trim() !== '';
}

/** What can only have been meant as a file: it ends like one and reads like a path, not a sentence. */
function looksLikePath(prompt: string): boolean {
  return PROMPT_FILE.test(prompt) && (/[\\/]/u.test(prompt) || !/\s/u.test(prompt));
}

/**
 * The text of a `prompt` option, which is either the text itself or a file's path, relative to
 * the suite's folder. It is a path when such a file exists, or when it can be nothing else.
 * @throws UnscoredError (config) when it is plainly a path and there is no such file.
 */
export async function loadPrompt(prompt: string, directory: string): Promise<LoadedPrompt> {
  const inline = { text: prompt, subject: 'the prompt' };
  if (!mayBePath(prompt)) return inline;
  const written = prompt.trim().replace(/^file:\/\//u, '');
  const file = path.resolve(directory, written);
  if (await isFile(file)) return { text: await readFile(file, 'utf8'), subject: `the prompt ${written}` };
  if (!looksLikePath(written)) return inline;
  throw new UnscoredError(`the prompt file "${written}" was not found; tried ${file}`, {
    reason: 'config',
    hint: `paths are relative to the suite's folder, ${directory}; write the prompt itself over several lines to give it inline`,
  });
}
