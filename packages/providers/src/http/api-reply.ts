import type { ProviderResponse } from '@assay/schema';

/** What was read from a reply. */
export type ApiReply = Omit<ProviderResponse, 'latencyMs'>;
