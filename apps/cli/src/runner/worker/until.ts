/** Ends when the source does, or as soon as the signal aborts, whatever the source waits for then. Nothing of a job is left over: a worker may take millions. */
export async function* until<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T, void, undefined> {
  const iterator = source[Symbol.asyncIterator]();
  let stop = (): void => undefined;
  const onAbort = (): void => stop();
  const next = (): Promise<IteratorResult<T> | undefined> =>
    new Promise((resolve, reject) => {
      stop = () => resolve(undefined);
      if (signal.aborted) return stop();
      iterator.next().then(resolve, reject);
    });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (let result = await next(); result && !result.done; result = await next()) yield result.value;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
