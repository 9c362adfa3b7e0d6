/** Requests that are under way, so that who asks the same meanwhile waits for their answers. */
export interface RequestFlights<T> {
  /**
   * What comes of the equal request that is under way: undefined when nothing usable does, or the signal aborts first.
   * Undefined at once where there is none.
   */
  join(key: string, signal: AbortSignal): Promise<T | undefined> | undefined;
  /** Lets others wait for an answer; undefined in its place stands for none. One under the same key already stays. */
  lead(key: string, answer: Promise<T | undefined>): void;
}

async function untilAborted<T>(answer: Promise<T | undefined>, signal: AbortSignal): Promise<T | undefined> {
  let stop = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } catch {
    return undefined;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

export function createRequestFlights<T>(): RequestFlights<T> {
  const flights = new Map<string, Promise<T | undefined>>();
  return {
    join(key, signal) {
      const answer = signal.aborted ? undefined : flights.get(key);
      return answer && untilAborted(answer, signal);
    },
    lead(key, answer) {
      if (flights.has(key)) return;
      flights.set(key, answer);
      const land = (): boolean => flights.delete(key);
      answer.then(land, land);
    },
  };
}
