import type { PanelSpec } from '@assay/schema';
import * as v from 'valibot';

/** Text that is not empty. `key` names the option in the message. */
export function requiredText(key: string) {
  return v.pipe(
    v.string((issue) => `${key} must be text, got ${issue.received}`),
    v.nonEmpty(`${key} must not be empty`),
  );
}

/** Text with more than space in it: what a person or a model is to read, or is compared with words. `key` names the option in the message. */
export function wordedText(key: string) {
  return v.pipe(
    v.string((issue) => `${key} must be text, got ${issue.received}`),
    v.nonEmpty(`${key} must not be empty`),
    // What is empty was told already.
    v.check((text) => text === '' || text.trim() !== '', `${key} must not be empty`),
  );
}

/** One model, or a list of them: target names or `provider:model`. */
export const ModelSchema = v.pipe(
  v.union(
    [
      wordedText('model'),
      v.pipe(v.array(wordedText('model')), v.minLength(1, 'model must list at least one model')),
    ],
    'model must be a model (a target name or provider:model) or a list of them',
  ),
  v.description('Judges to use instead of the run’s: a target name or `provider:model`, or a list of them'),
);

/** The judges that an entry's `model` asks for; undefined leaves the choice to the run. */
export function panelOf(model: string | readonly string[] | undefined): PanelSpec | undefined {
  if (model === undefined) return undefined;
  return { judges: (typeof model === 'string' ? [model] : model).map((name) => ({ model: name })) };
}
