import type { ProviderResponse, RequestAttempts } from '@assay/schema';

/** How often the target was asked for a reply. */
export function attemptsOf({ attempts, cached, latencyMs }: Pick<ProviderResponse, 'attempts' | 'cached' | 'latencyMs'>): RequestAttempts {
  return attempts ?? { sent: cached || Number.isNaN(latencyMs) ? 0 : 1 };
}

function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}

/** How often it was asked in all. */
export function addAttempts(a: RequestAttempts, b: RequestAttempts): RequestAttempts {
  const [retries, hedges, batched] = [sum(a.retries, b.retries), sum(a.hedges, b.hedges), sum(a.batched, b.batched)];
  return { sent: a.sent + b.sent, ...(retries === undefined ? {} : { retries }), ...(hedges === undefined ? {} : { hedges }), ...(batched === undefined ? {} : { batched }) };
}
