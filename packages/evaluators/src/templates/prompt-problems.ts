import type { OptionProblem } from '@assay/schema';
import type { FilePlace } from '../files/find-contained-file.js';
import { problemsOf } from '../options/option-problems.js';
import { readPrompt, type PromptKind } from './render-prompt.js';

/** What is wrong with a `prompt` option at `path`. The built-in prompts are not read. */
export function promptProblems(
  prompt: string | undefined,
  kind: PromptKind,
  place: FilePlace,
  path: OptionProblem['path'],
): readonly OptionProblem[] | Promise<readonly OptionProblem[]> {
  return prompt === undefined ? [] : problemsOf(path, () => readPrompt(prompt, kind, place));
}
