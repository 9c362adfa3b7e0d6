import { createEmbeddings, guardEmbedder, type TextEmbeddings } from '@assay/engine';
import { ConfigError, describeValue, type Embedder, type ProviderDefinition, type ProviderEnvironment, type TargetDefinition } from '@assay/schema';
import { withRedactedTexts } from '../../secrets/redacted-requests.js';
import { checkServedBy } from './check-served-by.js';
import { checkPrice } from '../budget/check-price.js';
import { providerProblem } from './provider-problem.js';
import { resolveTarget, type TargetMakerOptions } from './resolve-target.js';
import type { TargetResolver } from './naming/target-resolver.js';
import { wordsOf } from '../../options/option-words.js';
import type { TargetReference } from '../../trust/target-reference.js';

/** An embedding model with what frees its connections. */
export interface MadeEmbeddings {
  /** Which model it is. */
  readonly target: TargetDefinition;
  readonly embeddings: TextEmbeddings;
  /** Undefined where requests cost nothing. */
  readonly pricing: Embedder['pricing'];
  close(): Promise<void>;
}

/** Names of providers that turn texts into vectors, for the message. */
function embeddingProviders({ reading }: TargetMakerOptions): readonly string[] {
  return reading.definitions.providers.filter(({ createEmbedder }) => createEmbedder !== undefined).map(({ name }) => name);
}

async function create(definition: ProviderDefinition, target: TargetDefinition, environment: ProviderEnvironment): Promise<Embedder | undefined> {
  try {
    return await definition.createEmbedder?.(target, environment);
  } catch (error) {
    throw providerProblem(error, definition, 'createEmbedder()', target);
  }
}

/** @throws ConfigError for what no number of texts can be: texts could not be put into requests of so many. */
function checkMostTexts(mostTexts: unknown, { name, location }: TargetDefinition, provider: string): void {
  if (mostTexts === undefined || mostTexts === Infinity || (Number.isInteger(mostTexts) && Number(mostTexts) >= 1)) return;
  throw new ConfigError(`target "${name}": mostTexts is ${describeValue(mostTexts)}; it must be a whole number of texts >= 1`, {
    hint: `mend what createEmbedder() of provider ${provider} makes, or leave mostTexts away`,
    location,
  });
}

async function makeEmbedder(found: TargetDefinition, options: TargetMakerOptions): Promise<Embedder> {
  const { target, definition, environment, guard } = await resolveTarget(found, options);
  if (!definition.createEmbedder) {
    throw new ConfigError(`provider "${definition.name}" has no embeddings`, {
      hint: `providers that have: ${embeddingProviders(options).join(', ')}`,
      location: target.location,
    });
  }
  const made = await create(definition, target, environment);
  // What is installed can be read.
  if (options.reading.definitions.isExtended) {
    const { checkReadable, OF_EMBEDDERS } = await import('./check-readable.js');
    checkReadable(made, target, definition, OF_EMBEDDERS);
  }
  if (typeof made?.embed !== 'function') {
    throw new ConfigError(`provider ${definition.name} made nothing for target "${target.name}" that can be asked: it has no embed()`, {
      hint: 'have its createEmbedder() return an Embedder, as @assay/schema has it',
      location: target.location,
    });
  }
  checkServedBy(made.servedBy, target, definition.name);
  checkMostTexts(made.mostTexts, target, definition.name);
  if (options.budget?.limitsCost) checkPrice({ name: made.name, pricing: made.pricing, free: made.pricing === undefined }, target, wordsOf(options));
  const embedder = guardEmbedder(made, guard(made.servedBy));
  return withRedactedTexts(options.cache?.beforeEmbedder(embedder) ?? embedder, options.reading.redactor);
}

/**
 * Makes the embedding model ready that a reference names.
 * @throws ConfigError when there is no such target, or it cannot be used for that.
 */
export async function makeEmbeddings(
  reference: TargetReference,
  resolver: TargetResolver,
  options: TargetMakerOptions,
): Promise<MadeEmbeddings> {
  try {
    const found = await resolver.find(reference);
    const embedder = await makeEmbedder(found, options);
    const embeddings = createEmbeddings({ embedder });
    return { target: found, embeddings: options.batches?.beforeEmbeddings(embeddings, embedder) ?? embeddings, pricing: embedder.pricing, close: async () => embedder.close?.() };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { message, hint, location = reference.location } = error;
    const prefix = message.startsWith(reference.namedBy) ? '' : `${reference.namedBy}: `;
    throw new ConfigError(`${prefix}${message}`, { hint, location, cause: error });
  }
}
