import type { FigureInterval } from '@assay/schema';
import { labelIntervals } from '@assay/statistics';

/** So many cases or conversations are kept apart for a label; more are put together, in as many groups, by their hashes. */
const MOST_UNITS = 512;
const LEVEL = 0.95;

type Counts = [support: number, predicted: number, hits: number];

/** How sure the figures of a label are; each absent where the figure is null. */
export interface FigureIntervals {
  readonly precisionInterval?: FigureInterval | undefined;
  readonly recallInterval?: FigureInterval | undefined;
  readonly f1Interval?: FigureInterval | undefined;
}

/** Counts of one label by the case or conversation that decisions are about. */
export interface LabelUnits {
  /**
   * @param unit hash of the case or conversation, a whole number from 0: equal ones hang together
   * @param counts what one decision adds
   */
  add(unit: number, counts: Readonly<Counts>): void;
  intervals(): FigureIntervals;
}

/** In memory that does not grow with decisions. Putting cases together leaves the intervals right: see `createScoreInterval`. */
export function createLabelUnits(): LabelUnits {
  let units = new Map<number, Counts>();
  let crowded = false;

  function add(unit: number, counts: Readonly<Counts>): void {
    const key = crowded ? unit % MOST_UNITS : unit;
    const known = units.get(key);
    if (known) {
      for (const [at, count] of counts.entries()) known[at] = (known[at] ?? 0) + count;
    } else if (crowded || units.size < MOST_UNITS) units.set(key, [...counts]);
    else {
      const before = units;
      [units, crowded] = [new Map(), true];
      for (const [of, sums] of before) add(of, sums);
      add(unit, counts);
    }
  }

  return {
    add,
    intervals() {
      const { precision, recall, f1 } = labelIntervals([...units.values()].map(([support, predicted, hits]) => ({ support, predicted, hits })), LEVEL);
      return {
        ...(precision ? { precisionInterval: { ...precision, level: LEVEL } } : {}),
        ...(recall ? { recallInterval: { ...recall, level: LEVEL } } : {}),
        ...(f1 ? { f1Interval: { ...f1, level: LEVEL } } : {}),
      };
    },
  };
}
