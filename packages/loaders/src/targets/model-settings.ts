import * as v from 'valibot';

function wholeNumber(name: string, lowest?: number) {
  const message = ({ received }: { readonly received: string }): string =>
    `${name} must be a whole number${lowest === undefined ? '' : ` >= ${lowest}`}, not ${received}`;
  return v.pipe(v.number(), v.safeInteger(message), v.minValue(lowest ?? -Infinity, message));
}

const TEMPERATURE = 'temperature must be from 0 to 2';

/**
 * Settings of a model that any config may state, whether its provider can use them or not: what they
 * may be where the provider does not say it.
 */
export const MODEL_SETTINGS = {
  task_type: v.string(),
  system_prompt: v.string(),
  temperature: v.pipe(v.number(), v.minValue(0, TEMPERATURE), v.maxValue(2, TEMPERATURE)),
  max_tokens: wholeNumber('max_tokens', 1),
  batch_size: wholeNumber('batch_size', 1),
  seed: wholeNumber('seed'),
  num_labels: wholeNumber('num_labels', 1),
  fine_tuned_weights: v.nullable(v.string()),
};
