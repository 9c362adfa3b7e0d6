import type { Provider, TargetDefinition } from '@assay/schema';
import { resolveTarget, type TargetMakerOptions } from './resolve-target.js';

/**
 * Makes a target ready to be asked, with retries, time-outs and limits around it.
 * @throws ConfigError when a variable or key is missing; InvalidFileError when an option is wrong.
 */
export function providerMaker(options: TargetMakerOptions): (target: TargetDefinition) => Promise<Provider> {
  return async (written) => {
    const { target, definition, environment, guard } = await resolveTarget(written, options);
    return options.parts.engine.guardProvider(definition.create(target, environment), guard);
  };
}
