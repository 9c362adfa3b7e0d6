import { ConfigError, isJsonObject, type ServedBy, type TargetDefinition } from '@assay/schema';

/** More requests at once than any model in one process can do. */
const MOST_AT_ONCE = 10_000;

/** What is wrong with what a provider says of what answers; undefined for nothing. */
function faultOf(servedBy: unknown): string | undefined {
  if (!isJsonObject(servedBy)) return 'is no object';
  const { kind, account, hedged, atOnce } = servedBy as Readonly<Record<string, unknown>>;
  if (kind === 'programs') return undefined;
  if (kind === 'process') {
    const isCount = typeof atOnce === 'number' && Number.isInteger(atOnce) && atOnce >= 1 && atOnce <= MOST_AT_ONCE;
    return isCount ? undefined : `has atOnce: ${String(atOnce)}, which must be a whole number from 1 to ${MOST_AT_ONCE}`;
  }
  if (kind !== 'service') return `has the kind ${JSON.stringify(kind) ?? 'undefined'}; there are service, programs and process`;
  if (typeof account !== 'string' || account === '') return 'names no account: a text that is equal for all that share its limits';
  return typeof hedged === 'boolean' ? undefined : 'does not say whether requests are hedged (true or false)';
}

/**
 * Makes sure that what a provider says of what answers can be kept to: providers come from programs too, and a run that may
 * send NaN requests at once would wait for ever.
 * @throws ConfigError that names the target.
 */
export function checkServedBy(servedBy: ServedBy | undefined, { name, location }: TargetDefinition, provider: string): void {
  const fault = servedBy === undefined ? undefined : faultOf(servedBy);
  if (fault === undefined) return;
  throw new ConfigError(`target "${name}": servedBy ${fault}`, { hint: `mend what provider ${provider} makes, or leave servedBy away`, location });
}
