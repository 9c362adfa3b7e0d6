/** A part of many things that is the same in whatever order they come: those of the smallest hashes. */
export interface HashSample<T> {
  add(hash: number, thing: T): void;
  /** All, as long as there are no more than the bound; else as many. */
  things(): readonly T[];
}

/** @param most Things that are kept, whole, ≥ 1. Twice as many are held at times. */
export function createHashSample<T>(most: number): HashSample<T> {
  const held = new Map<number, T>();
  let largest = Infinity;

  function prune(): void {
    const kept = [...held.keys()].toSorted((a, b) => a - b);
    for (const hash of kept.splice(most)) held.delete(hash);
    largest = kept.at(-1) ?? Infinity;
  }

  return {
    add(hash, thing) {
      if (hash > largest) return;
      held.set(hash, thing);
      if (held.size >= 2 * most) prune();
    },
    things() {
      if (held.size > most) prune();
      return [...held.values()];
    },
  };
}
