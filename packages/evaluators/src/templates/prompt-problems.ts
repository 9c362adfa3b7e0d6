import type { OptionProblem } from '@assay/schema';
import type { FilePlace } from '../files/find-contained-file.js';
import { optionProblem } from '../options/option-problems.js';
import { readPrompt, withVariables, type PromptKind } from './render-prompt.js';

/** Where a prompt is read, and the names of the variables that its case has. */
export interface PromptPlace extends FilePlace {
  readonly variables?: readonly string[] | undefined;
}

/** A variable of a case whose name stands for something else in prompts of judges. */
function hidden(names: readonly string[], path: OptionProblem['path']): readonly OptionProblem[] {
  return names.map((name) => ({
    path,
    message: `{{ ${name} }} is what judges know by that name, and not the variable of the case`,
    hint: `write {{ vars.${name} }} for the variable`,
    severity: 'warning',
    once: true,
  }));
}

async function problemsIn(prompt: string, kind: PromptKind, { variables, ...place }: PromptPlace, path: OptionProblem['path']): Promise<readonly OptionProblem[]> {
  try {
    const { uses } = await readPrompt(prompt, variables ? withVariables(kind, [...variables, 'vars']) : kind, place);
    return hidden(variables?.filter((name) => uses.has(name) && kind.known.includes(name)) ?? [], path);
  } catch (error) {
    return [optionProblem(error, path)];
  }
}

/** What is wrong with a `prompt` option at `path`. The built-in prompts are not read. */
export function promptProblems(
  prompt: string | undefined,
  kind: PromptKind,
  place: PromptPlace,
  path: OptionProblem['path'],
): readonly OptionProblem[] | Promise<readonly OptionProblem[]> {
  return prompt === undefined ? [] : problemsIn(prompt, kind, place, path);
}
