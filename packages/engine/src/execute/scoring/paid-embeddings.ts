import type { BudgetAccount } from '@assay/schema';
import type { TextEmbeddings } from '../../similarity/create-embeddings.js';

/** The same embeddings, paid from an account. */
export function paidEmbeddings(embeddings: TextEmbeddings, account: BudgetAccount | undefined): TextEmbeddings {
  if (!account) return embeddings;
  return { ...embeddings, embed: (texts, options) => embeddings.embed(texts, { ...options, account }) };
}
