import { canonicalHash, type Embedder, type JsonValue } from '@assay/schema';
import { busy, currentAsks } from '../execute/waiting/asks.js';
import type { TextEmbeddings } from '../similarity/create-embeddings.js';
import type { EmbeddedTexts } from '../similarity/embedded-texts.js';
import type { BatchBook } from './batch-book.js';
import { noteRefusal } from './note-refusal.js';
import { storedVectors, vectorsOf } from './on-disk/stored-vectors.js';

/** Changed when what is stored of the same texts means something else than before. */
const VERSION = 'vectors-1';

export interface RecordedEmbeddingsOptions {
  readonly embeddings: TextEmbeddings;
  /** The model that makes the vectors: those of another one are none of these. */
  readonly embedder: Pick<Embedder, 'model' | 'identity'>;
  readonly book: () => BatchBook;
}

/** What vectors depend on, where the model can say it: what it gave is told apart by its name and its texts too. */
function identityOf(embedder: RecordedEmbeddingsOptions['embedder']): JsonValue {
  try {
    return embedder.identity?.() ?? null;
  } catch {
    return null;
  }
}

/**
 * An embedding model in a run that asks in batches. It is asked at once, and what it gives a trial that then has to wait for a batch is
 * stored, since the trial is run again with every look at the batches: the same vectors would be paid for each time. What is stored is
 * what the trial was given, whoever asked for it, so that its row has the cost that it had.
 */
export function recordedEmbeddings({ embeddings, embedder, book }: RecordedEmbeddingsOptions): TextEmbeddings {
  return {
    ...embeddings,
    async embed(texts, options) {
      const asks = currentAsks();
      if (!asks) return embeddings.embed(texts, options);
      const answered = async (): Promise<EmbeddedTexts> => {
        const content = canonicalHash([VERSION, embeddings.name, embedder.model, identityOf(embedder), [...texts]]).slice(0, 32);
        const id = { asker: asks.asker, content, n: asks.count(content) };
        // A vector takes a few kilobytes, and counts as no reply.
        const known = await book().outcomeOf(id, () => undefined);
        const stored = known && 'reply' in known ? vectorsOf(known.reply) : undefined;
        if (stored) return stored;
        const embedded = await embeddings.embed(texts, options);
        asks.whenItWaits(async () => void (await book().settle(id, '', { reply: storedVectors(embedded) })));
        return embedded;
      };
      return busy(() => noteRefusal(asks, answered));
    },
  };
}
