import { compareNatural } from '../natural-order.js';

/** Most values that have a slice each; the others share one. */
const MOST_SLICES = 200;

/** The slice of a value; `undefined` is that of all values beyond the first 200. */
export type SliceName = string | undefined;

/** The values that have a slice each: those that come first. Sides that are compared with each other share them. */
export interface SliceValues {
  /** The slice of a value. */
  of(value: string): SliceName;
}

export function createSliceValues(): SliceValues {
  const known = new Set<string>();
  return {
    of(value) {
      if (known.has(value)) return value;
      if (known.size >= MOST_SLICES) return undefined;
      known.add(value);
      return value;
    },
  };
}

/** Orders slices: by value in natural order, then what has no value, then the others. */
export function compareSliceNames(one: SliceName, other: SliceName): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return Number(one === '') - Number(other === '') || compareNatural(one, other);
}
