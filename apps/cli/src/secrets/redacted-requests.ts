import { changeRequest, type Embedder, type Provider, type Redactor } from '@assay/schema';

/** A judge that is sent no secret: what it is asked about may hold one, and it is somebody else's machine. */
export function withRedactedRequests(provider: Provider, redactor: Redactor): Provider {
  return {
    ...provider,
    generate: (request) =>
      provider.generate(changeRequest(request, (one) => ({ ...one, messages: redactor.value(one.messages) }))),
  };
}

/** The same for what turns replies into vectors. */
export function withRedactedTexts(embedder: Embedder, redactor: Redactor): Embedder {
  return { ...embedder, embed: (texts, options) => embedder.embed(redactor.value(texts), options) };
}
