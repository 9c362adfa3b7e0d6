import { requireCount } from '../checks/require-number.js';
import { sequentialLevels } from './sequential-levels.js';

/** Repeats that are added one by one, and looked at after each from the first look on. */
export interface RepeatDesign {
  /** Repeats at the first look, at least 1. */
  readonly least: number;
  /** Repeats at the last look, more than `least`. */
  readonly most: number;
  /** The chance of a wrong finding over all looks; 0.05 unless given. */
  readonly alpha?: number;
}

/** What the looks of a design may spend of α. */
export interface RepeatSequence {
  /** @param repeats of the look @returns the p-value from which that look decides */
  level(repeats: number): number;
  /**
   * The p-value of a look as one that knows of the other looks: it is at most a with a chance of a at most, whichever look it is taken at,
   * so it can be corrected for many suites as any other. At most α exactly where `p` is at most {@link level}.
   */
  chance(repeats: number, p: number): number;
}

/** Parts of α between which chances are interpolated, ascending. */
const PARTS = [1 / 1000, 1 / 100, 1 / 20, 1 / 8, 1 / 5, 1 / 4, 1 / 3, 1 / 2, 1, 4];

/**
 * Spends α over the looks of repeats, hardly anything early (O'Brien and Fleming's shape, see {@link sequentialLevels}). The share of the
 * information that a look has is taken to be its share of the repeats. It is more where cases differ, or where the side before has
 * a noise of its own: then looks go together more closely, and all of them find something less often (Slepian 1962).
 * @throws {RangeError} for repeats that are not whole, or do not ascend
 */
export function repeatSequence({ least, most, alpha = 0.05 }: RepeatDesign): RepeatSequence {
  requireCount('least', least, 1);
  requireCount('most', most, least + 1);
  const shares = Array.from({ length: most - least + 1 }, (_, look) => (least + look) / most);
  const known = new Map<number, readonly number[]>();
  const alphas = PARTS.map((part) => alpha * part).filter((each) => each < 0.5);

  function levelAt(spent: number, repeats: number): number {
    let levels = known.get(spent);
    if (levels === undefined) known.set(spent, (levels = sequentialLevels(shares, { alpha: spent, sides: 1 }).map(({ level }) => level)));
    const level = levels[repeats - least];
    if (level === undefined) throw new RangeError(`repeats is ${repeats}; allowed: from ${least} to ${most}`);
    return level;
  }

  return {
    level: (repeats) => levelAt(alpha, repeats),
    chance(repeats, p) {
      // The first part whose level the chance does not pass: few of them are looked up, since each takes a while.
      let [from, to] = [0, alphas.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        if (p <= levelAt(alphas[middle] ?? 1, repeats)) to = middle;
        else from = middle + 1;
      }
      const part = (index: number): Part | undefined => {
        const spent = alphas[index];
        return spent === undefined ? undefined : { alpha: spent, level: levelAt(spent, repeats) };
      };
      const above = part(from);
      return above === undefined ? 1 : between(p, part(from - 1), above);
    },
  };
}

interface Part {
  readonly alpha: number;
  readonly level: number;
}

/** Between two of the known parts, on logarithmic scales; exact at both. Below the least it is that one. */
function between(p: number, below: Part | undefined, above: Part): number {
  // A level that is too small for numbers tells nothing of what lies above it.
  if (below === undefined || !(below.level > 0) || p >= above.level) return above.alpha;
  const way = Math.log(p / below.level) / Math.log(above.level / below.level);
  return below.alpha * (above.alpha / below.alpha) ** way;
}
