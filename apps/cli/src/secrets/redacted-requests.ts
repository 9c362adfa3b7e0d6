import type { Embedder, Provider, Redactor } from '@assay/schema';

/** A judge that is sent no secret: what it is asked about may hold one, and it is somebody else's machine. */
export function withRedactedRequests(provider: Provider, redactor: Redactor): Provider {
  return {
    ...provider,
    generate: (request) => provider.generate({ ...request, messages: redactor.value(request.messages) }),
  };
}

/** The same for what turns replies into vectors. */
export function withRedactedTexts(embedder: Embedder, redactor: Redactor): Embedder {
  return { ...embedder, embed: (texts, options) => embedder.embed(redactor.value(texts), options) };
}
