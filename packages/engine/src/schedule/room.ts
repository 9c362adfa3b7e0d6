interface Waiting {
  readonly weight: number;
  readonly go: () => void;
}

/** Weights up to this take no room: nearly all replies are smaller, and hundreds of them are nothing. */
const FREE_WEIGHT = 256 * 1024;

/** Whether a weight takes any room: what is lighter need not ask. */
export function takesRoom(weight: number): boolean {
  return weight > FREE_WEIGHT;
}

/** Room for what is large, shared by all that is under way at once. */
export interface Room {
  /**
   * Enters with a weight, in characters, as soon as there is room; in the order of arrival. What is heavier
   * than the whole room enters alone.
   * @returns what leaves again; may be called more than once.
   * @throws the signal's reason when it aborts before there is room.
   */
  enter(weight: number, signal?: AbortSignal): Promise<() => void>;
}

/** @param size How much weight may be inside at once, in characters. */
export function createRoom(size: number): Room {
  const waiting = new Set<Waiting>();
  let inside = 0;

  function admit(): void {
    for (const next of waiting) {
      if (inside > 0 && inside + next.weight > size) return;
      waiting.delete(next);
      inside += next.weight;
      next.go();
    }
  }

  function leaver(weight: number): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      inside -= weight;
      admit();
    };
  }

  return {
    enter(weight, signal) {
      if (!takesRoom(weight)) return Promise.resolve(() => undefined);
      return new Promise((resolve, reject) => {
        const onAbort = (): void => {
          waiting.delete(entry);
          reject(signal?.reason as Error);
          admit();
        };
        const entry: Waiting = {
          weight,
          go() {
            signal?.removeEventListener('abort', onAbort);
            resolve(leaver(weight));
          },
        };
        if (signal?.aborted) return void reject(signal.reason as Error);
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.add(entry);
        admit();
      });
    },
  };
}
