import * as v from 'valibot';
import { share } from '../options/numbers.js';
import { ModelSchema, requiredText } from '../options/texts.js';

/**
 * The options of an evaluator that asks judges with a prompt of its own.
 * @param variables What its prompt shows beside the variables that all have, e.g. `criteria`.
 * @param threshold Score from which the verdict is pass.
 */
export function judgedOptions(variables: readonly string[], threshold: number) {
  const shown = ['question', 'candidate_answer', ...variables].map((name) => `\`{{ ${name} }}\``).join(', ');
  return {
    threshold: v.optional(v.pipe(share('threshold'), v.description(`Lowest score, from 0 to 1, at which the verdict is pass; below it, fail; default ${threshold}`))),
    prompt: v.optional(
      v.pipe(
        requiredText('prompt'),
        v.description(`What to ask instead of the built-in prompt: text, or the path of a file. ${shown} and others are filled in.`),
      ),
    ),
    model: v.optional(ModelSchema),
  };
}
