import { ConfigError, type Pricing, type TargetDefinition } from '@assay/schema';
import type { OptionWords } from '../../options/option-words.js';

/** What can be asked, as far as it may cost something. */
interface Priced {
  readonly name: string;
  readonly pricing?: Pricing | undefined;
  /** True if it takes no part in spending. */
  readonly free?: boolean | undefined;
}

class UnknownPriceError extends ConfigError {}

/** True for what {@link checkPrice} throws. */
export function isUnknownPrice(error: unknown): boolean {
  return error instanceof UnknownPriceError;
}

/**
 * A cost that is not known before a request cannot be limited.
 * @param words how errors name options.
 * @throws ConfigError for a target without a known price.
 */
export function checkPrice({ name, pricing, free }: Priced, { location, model, provider }: TargetDefinition, { say }: OptionWords): void {
  if (free || pricing?.price) return;
  const key = pricing?.key ?? `${provider}:${model ?? name}`;
  throw new UnknownPriceError(`target "${name}" has no known price (${key}), and a limit of costs needs one`, {
    hint: `write it in .assay/config.yaml, in US dollars for a million tokens: prices: { "${key}": { input: 1, output: 2 } }, with 0 for what costs nothing; or limit ${say('maxTokens')} instead of ${say('maxCost')}`,
    location,
  });
}
