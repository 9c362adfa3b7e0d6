import type { CasePrompt, JsonObject, NormalizeContext, ValuePath } from '@assay/schema';
import { PromptError, type PromptTemplate } from './prompt-template.js';

/** The prompts of a suite with the variables of a case; undefined when one cannot be filled in, which is reported. */
export function fillPrompts(context: NormalizeContext, prompts: readonly PromptTemplate[], variables: JsonObject, path: ValuePath): readonly CasePrompt[] | undefined {
  try {
    return prompts.map((prompt) => prompt.fillIn(variables));
  } catch (error) {
    if (!(error instanceof PromptError)) throw error;
    context.tally.errors += 1;
    context.report({
      severity: 'error',
      code: 'template',
      message: `${context.linePrefix ?? ''}${error.message}`,
      hint: error.problem.hint,
      location: error.location,
      related: { message: 'the case is here', location: context.locate(path) },
    });
    return undefined;
  }
}
