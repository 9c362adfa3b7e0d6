import { guardProvider } from '@assay/engine';
import { ConfigError, describeValue, type Provider, type ProviderDefinition, type ProviderEnvironment, type TargetDefinition } from '@assay/schema';
import { wordsOf } from '../../options/option-words.js';
import { awaiting } from '../../processes/awaited.js';
import { checkServedBy } from './check-served-by.js';
import { checkPrice } from '../budget/check-price.js';
import { providerProblem } from './provider-problem.js';
import { resolveTarget, type TargetMakerOptions } from './resolve-target.js';

/** Whether something can be asked: what a program brings along may be anything. */
function canBeAsked(made: Provider | null | undefined): boolean {
  return typeof made === 'object' && typeof made?.generate === 'function';
}

/** @throws ConfigError for what is no text: it stands in the input of every row. */
function checkSystemPrompt(systemPrompt: unknown, { name, location }: TargetDefinition, provider: string): void {
  if (systemPrompt === undefined || systemPrompt === null || typeof systemPrompt === 'string') return;
  throw new ConfigError(`target "${name}": systemPrompt is ${describeValue(systemPrompt)}; it must be a text`, {
    hint: `mend what provider ${provider} makes, or leave systemPrompt away`,
    location,
  });
}

async function create(definition: ProviderDefinition, target: TargetDefinition, environment: ProviderEnvironment): Promise<Provider> {
  try {
    return await awaiting(`create() of provider ${definition.name} for target "${target.name}"`, () => definition.create(target, environment));
  } catch (error) {
    throw providerProblem(error, definition, 'create()', target);
  }
}

/**
 * Makes a target ready to be asked, with retries, time-outs and limits around it, and the run's cache before all of these.
 * @throws ConfigError when a variable or key is missing; InvalidFileError when an option is wrong.
 */
export function providerMaker(options: TargetMakerOptions): (target: TargetDefinition) => Promise<Provider> {
  return async (written) => {
    const { target, definition, environment, guard } = await resolveTarget(written, options);
    const made = await create(definition, target, environment);
    // What is installed can be read.
    if (options.reading.definitions.isExtended) {
      const { checkReadable, OF_BATCHES, OF_PROVIDERS } = await import('./check-readable.js');
      checkReadable(made, target, definition, options.batches ? OF_BATCHES : OF_PROVIDERS);
    }
    if (!canBeAsked(made)) {
      throw new ConfigError(`provider ${definition.name} made nothing for target "${target.name}" that can be asked: it has no generate()`, {
        hint: 'have its create() return a Provider, as @assay/schema has it',
        location: target.location,
      });
    }
    checkServedBy(made.servedBy, target, definition.name);
    checkSystemPrompt(made.systemPrompt, target, definition.name);
    // What is installed can be asked in batches as it says.
    if (options.batches && options.reading.definitions.isExtended) {
      const { checkBatch } = await import('./check-batch.js');
      checkBatch(made, target, definition.name);
    }
    if (options.budget?.limitsCost) checkPrice(made, target, wordsOf(options));
    const how = guard(made.servedBy);
    const guarded = guardProvider(made, how);
    const { batches, cache } = options;
    if (batches) return batches.before({ made, guarded, identity: options.identities.of(written), guard: how, cache });
    return cache?.before(guarded) ?? guarded;
  };
}
