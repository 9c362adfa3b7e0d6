import { ConfigError, describeValue, isJsonObject, type Provider, type ProviderBatch, type TargetDefinition } from '@assay/schema';

/** What is asked of every batch API; `listed` may be left out. */
const METHODS = ['write', 'submit', 'find', 'progress', 'collect', 'read', 'cancel'] as const satisfies readonly (keyof ProviderBatch)[];

/** What is wrong with what a provider says of its batches; undefined for nothing. */
function faultOf(batch: unknown): string | undefined {
  if (!isJsonObject(batch)) return `is ${describeValue(batch)}; it must be an object`;
  const { most, priceShare, listed }: Readonly<Record<string, unknown>> = batch;
  const missing = METHODS.find((name) => typeof batch[name] !== 'function');
  if (missing) return `has no ${missing}()`;
  if (listed !== undefined && typeof listed !== 'function') return `has listed, which is ${describeValue(listed)} and no function`;
  if (!isJsonObject(most)) return 'has no most: { requests, bytes }, what one batch takes at most';
  const odd = (['requests', 'bytes'] as const).find((name) => !(typeof most[name] === 'number' && most[name] >= 1));
  if (odd) return `has most.${odd}: ${describeValue(most[odd])}; it must be a number from 1`;
  const isShare = typeof priceShare === 'number' && priceShare > 0 && priceShare <= 1;
  return isShare ? undefined : `has priceShare: ${describeValue(priceShare)}; it must be above 0 and at most 1`;
}

/**
 * Makes sure that a target can be asked in batches before one is paid for: where a method is missing, what others did would be lost, and
 * without an identity each request would be sent alone, at the full price.
 * @throws ConfigError that names the target.
 */
export function checkBatch({ batch, identity }: Provider, { name, location }: TargetDefinition, provider: string): void {
  if (batch === undefined || batch === null) return;
  const fault = faultOf(batch) ?? (typeof identity === 'function' ? undefined : 'needs identity(), which the target has not');
  if (fault === undefined) return;
  throw new ConfigError(`target "${name}": batch ${fault}`, { hint: `mend what provider ${provider} makes, or leave batch away`, location });
}
