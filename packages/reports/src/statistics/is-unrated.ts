import type { ResultRow } from '@assay/schema';

/** The code that `@assay/schema` calls NOTHING_TO_SCORE; nothing is imported here, so that pages can load this. */
const CODE = 'nothing_to_score';

/** True for a trial that nothing scores: it has no score, and nothing was lost. */
export function isUnrated({ error }: ResultRow): boolean {
  return error?.code === CODE;
}
