/** Cases that are followed: those of the smallest hashes, which no order of rows changes. */
const FOLLOWED = 256;

/** In how many labels the decisions about one case have a part. */
export interface LabelSpread {
  /**
   * @param unit hash of the case or conversation
   * @param truth place of the label that is right; undefined for one without figures of its own
   * @param said place of the one that was said, likewise
   */
  add(unit: number, truth: number | undefined, said: number | undefined): void;
  /** The most labels that are right, that are said, and that are either, for one of the cases; at least 1. */
  most(): { readonly truths: number; readonly said: number; readonly either: number };
}

interface Places {
  readonly truths: Set<number>;
  readonly said: Set<number>;
}

/** Follows a fixed part of the cases. */
export function createLabelSpread(): LabelSpread {
  const followed = new Map<number, Places>();
  let largest = Infinity;

  function prune(): void {
    const kept = [...followed.keys()].toSorted((a, b) => a - b);
    for (const unit of kept.splice(FOLLOWED)) followed.delete(unit);
    largest = kept.at(-1) ?? Infinity;
  }

  return {
    add(unit, truth, said) {
      if (unit > largest) return;
      const places = followed.get(unit) ?? { truths: new Set(), said: new Set() };
      followed.set(unit, places);
      if (truth !== undefined) places.truths.add(truth);
      if (said !== undefined) places.said.add(said);
      if (followed.size >= 2 * FOLLOWED) prune();
    },
    most() {
      if (followed.size > FOLLOWED) prune();
      const all = [...followed.values()];
      const largestOf = (countOf: (places: Places) => number): number => Math.max(1, ...all.map(countOf));
      return {
        truths: largestOf(({ truths }) => truths.size),
        said: largestOf(({ said }) => said.size),
        either: largestOf(({ truths, said }) => new Set([...truths, ...said]).size),
      };
    },
  };
}
