import type { ProjectConfig } from '@assay/loaders';
import { nearestMatch, type Diagnostic, type ProviderDefinition } from '@assay/schema';

type Named = Pick<ProviderDefinition, 'name' | 'aliases'>;

/** What is wrong with a key of prices, and how to write it; undefined for one that a model of some provider may have. */
function problemOf(key: string, providers: readonly Named[]): readonly [message: string, hint: string] | undefined {
  const names = providers.map(({ name }) => name);
  const stem = key.endsWith('*') ? key.slice(0, -1) : key;
  const colon = stem.indexOf(':');
  if (colon === -1) {
    if (names.some((name) => `${name}:`.startsWith(stem))) return undefined;
    return [`"${key}" begins with the name of no provider`, `write the provider before the model, with a colon: "openai:${key}"`];
  }
  const written = stem.slice(0, colon);
  if (names.includes(written)) return undefined;
  const meant = providers.find(({ aliases = [] }) => aliases.includes(written))?.name;
  if (meant !== undefined) return [`"${written}" is another name of the provider "${meant}"`, `write "${meant}${key.slice(colon)}"`];
  const near = nearestMatch(written, names);
  return [`no provider is called "${written}"`, `${near === undefined ? '' : `did you mean "${near}"? `}before the colon stands one of: ${names.join(', ')}`];
}

/** Prices that no model can have, so that it has no cost, or that of the built-in list: before the colon stands no provider. */
export function pricesOfNobody({ prices, priceLocations }: Pick<ProjectConfig, 'prices' | 'priceLocations'>, providers: readonly Named[]): readonly Diagnostic[] {
  return Object.keys(prices).flatMap((key): readonly Diagnostic[] => {
    const [message, hint] = problemOf(key, providers) ?? [];
    if (message === undefined) return [];
    return [{ severity: 'warning', code: 'no-effect', message: `prices: ${message}, so it is the price of no model`, hint, location: priceLocations[key] }];
  });
}
