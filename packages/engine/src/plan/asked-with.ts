import type { EvalCase, TrialVariant } from '@assay/schema';

/** The case of a trial: asked with the prompt of its variant. The same object for cases without prompts. */
export function askedWith(evalCase: EvalCase, { prompt }: TrialVariant): EvalCase {
  const { prompts, ...rest } = evalCase;
  const asked = prompts?.find(({ name }) => name === prompt);
  return asked ? { ...rest, inputMessages: asked.inputMessages } : evalCase;
}
