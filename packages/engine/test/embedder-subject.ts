import { ProviderError, type Embedder } from '@assay/schema';
import type { EmbedderBehaviour, EmbedderSubject } from '@assay/schema/testing';

/** An embedder that behaves as asked, in a wrapper, with a count of the requests that come through. */
export function embedderSubject(behaviour: EmbedderBehaviour, wrap: (target: Embedder) => Embedder): EmbedderSubject {
  let asked = 0;
  const name = 'vectors';
  const target: Embedder = {
    name,
    model: 'letters',
    identity: () => 'letters',
    async embed(texts, { signal }) {
      if (signal.aborted) throw new ProviderError('aborted', { kind: 'aborted', target: name });
      asked += 1;
      if (behaviour === 'fails') throw new ProviderError('busy', { kind: 'server', target: name, retryable: true });
      if (behaviour === 'hangs') {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        const kind = (signal.reason as Error).name === 'TimeoutError' ? 'timeout' : 'aborted';
        throw new ProviderError(kind, { kind, target: name });
      }
      return { vectors: texts.map((text) => [text.length, text.codePointAt(0) ?? 0]), usage: { inputTokens: texts.length, outputTokens: 0 }, costUsd: 0 };
    },
  };
  return { embedder: wrap(target), requests: () => asked };
}
