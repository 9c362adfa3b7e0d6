import { addSpending, type Spending } from '@assay/schema';
import type { TextEmbeddings } from '../../similarity/create-embeddings.js';

/** Counts what the judging of one reply did not have to spend, since judgements or vectors were kept. */
export interface SavingsCounter {
  add(result: { readonly saved?: Spending | undefined }): void;
  /** The same embeddings, counted. */
  counted(embeddings: TextEmbeddings): TextEmbeddings;
  /** Undefined for nothing. */
  total(): Spending | undefined;
}

export function countSavings(): SavingsCounter {
  let saved: Spending | undefined;
  const add: SavingsCounter['add'] = (result) => {
    saved = addSpending(saved, result.saved);
  };
  return {
    add,
    counted: (embeddings) => ({
      ...embeddings,
      async embed(texts, options) {
        const embedded = await embeddings.embed(texts, options);
        add(embedded);
        return embedded;
      },
    }),
    total: () => saved,
  };
}
