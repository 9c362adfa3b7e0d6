/** The first items of an order, however many are added. */
export interface FirstItems<T> {
  add(item: T): void;
  /** How many were added. */
  readonly count: number;
  /** The kept ones, in order. */
  list(): readonly T[];
}

/** Keeps the first `max` items by `compare`; of equal ones those that were added first. */
export function createFirstItems<T>(max: number, compare: (a: T, b: T) => number): FirstItems<T> {
  const items: T[] = [];
  let count = 0;
  return {
    add(item) {
      count += 1;
      let index = items.length;
      for (let other = items[index - 1]; other !== undefined && compare(item, other) < 0; other = items[index - 1]) {
        index -= 1;
      }
      if (index >= max) return;
      items.splice(index, 0, item);
      if (items.length > max) items.pop();
    },
    get count() {
      return count;
    },
    list: () => [...items],
  };
}
