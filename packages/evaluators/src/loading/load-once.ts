/**
 * Makes what imports a module import it once. Node remembers modules too, but takes more to find one again than many a check does
 * to score a reply.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}
