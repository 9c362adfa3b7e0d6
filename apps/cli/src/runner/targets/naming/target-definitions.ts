import type { TargetDefinition, WrittenTarget } from '@assay/schema';
import type { TargetReference } from '../../../trust/target-reference.js';
import { withModelAlias } from '../model-aliases.js';
import { withModel } from '../with-model.js';
import { unusable } from './reference-error.js';
import type { TargetResolverOptions } from './target-resolver-options.js';

/** Makes definitions of written targets: one object for each, however it is called, since limits and failures are counted by it. */
export function createTargetDefinitions({ modelAliases: aliases = {}, providers }: Pick<TargetResolverOptions, 'modelAliases' | 'providers'>) {
  const definitions = new WeakMap<WrittenTarget, TargetDefinition>();
  const models = new WeakMap<TargetDefinition, Map<string, TargetDefinition>>();
  return {
    /** @throws InvalidFileError for a target that cannot be used as it is written. */
    of(written: WrittenTarget, reference: TargetReference): TargetDefinition {
      const known = definitions.get(written);
      if (known) return known;
      const { provider, problems = [], useTarget: _, ...rest } = written;
      if (problems.length > 0 || provider === undefined) throw unusable(reference, written.name, problems);
      const definition = withModelAlias<TargetDefinition>({ ...rest, provider }, { aliases, providers });
      definitions.set(written, definition);
      return definition;
    },
    /** The target with another model. */
    withModel(target: TargetDefinition, model: string): TargetDefinition {
      let derived = models.get(target);
      if (!derived) models.set(target, (derived = new Map()));
      const known = derived.get(model);
      if (known) return known;
      const made = withModelAlias(withModel(target, model), { aliases, providers });
      derived.set(model, made);
      return made;
    },
  };
}
