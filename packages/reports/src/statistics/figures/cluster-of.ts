import type { ResultRow } from '@assay/schema';

/** The case or conversation that a row is of: replies of one depend on each other. */
export function clusterOf({ suite, suitePath, caseId, conversationId }: Pick<ResultRow, 'suite' | 'suitePath' | 'caseId' | 'conversationId'>): string {
  return JSON.stringify([suite, suitePath, conversationId === undefined ? caseId : [conversationId]]);
}
