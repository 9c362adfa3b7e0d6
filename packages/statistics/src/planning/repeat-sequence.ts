import { requireBetween, requireCount, requireWithin } from '../checks/require-number.js';
import { requireObject } from '../checks/require-shape.js';
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

/** Where a look stands. */
export interface RepeatPoint {
  readonly repeats: number;
  /**
   * How much of the variance that is left at the last look comes from replies that differ, in [0, 1]: the rest is of cases, or of what is
   * compared with, and no repeat lessens it. 0: replies never differ, and all looks see the same.
   */
  readonly noiseShare: number;
}

/** What the looks of a design may spend of α. */
export interface RepeatSequence {
  /** @returns the p-value from which that look decides @throws {RangeError} for a point that is none of the design */
  level(point: RepeatPoint): number;
  /**
   * The p-value of a look as one that knows of the other looks: it is at most a with a chance of a at most, whichever look it is taken at,
   * so it can be corrected for many suites as any other. At most α exactly where `p` is at most {@link level}.
   * @throws {RangeError} for a point that is none of the design, or what is no chance
   */
  chance(point: RepeatPoint, p: number): number;
}

/** Parts of α between which chances are interpolated, ascending. */
const PARTS = [1 / 1000, 1 / 100, 1 / 20, 1 / 8, 1 / 5, 1 / 4, 1 / 3, 1 / 2, 1, 4];

/** Steps in which shares of noise are distinguished, rounded up: with more noise looks go together less closely, and may spend less (Slepian 1962). */
const NOISE_STEPS = 20;

/**
 * Spends α over the looks of repeats, little of it early (the shape of Hwang, Shih and DeCani, see {@link sequentialLevels}). The share of
 * the information that a look has is the variance at the last look over that at this one: (1 − n + n · most / repeats)⁻¹, where n
 * is the share of noise.
 * @throws {RangeError} for other arguments: repeats that are not whole or do not ascend, an α that is no chance
 */
export function repeatSequence(design: RepeatDesign): RepeatSequence {
  requireObject('design', design);
  const { least, most, alpha = 0.05 } = design;
  requireCount('least', least, 1);
  requireCount('most', most, least + 1);
  requireBetween('alpha', alpha, 0, 1);
  const known = new Map<string, readonly number[]>();
  const alphas = PARTS.map((part) => alpha * part).filter((each) => each < 0.5);

  function requirePoint(point: RepeatPoint): void {
    requireObject('point', point);
    requireCount('repeats', point.repeats, 1);
    requireWithin('repeats', point.repeats, least, most);
    requireWithin('noiseShare', point.noiseShare, 0, 1);
  }

  function levelsOf(spent: number, noise: number): readonly number[] {
    const shares = Array.from({ length: most - least + 1 }, (_, look) => (least + look === most ? 1 : 1 / (1 - noise + (noise * most) / (least + look))));
    return sequentialLevels(shares, { alpha: spent, sides: 1, shape: 'hwang-shih-decani' }).map(({ level }) => level);
  }

  function levelAt(spent: number, { repeats, noiseShare }: RepeatPoint): number {
    if (noiseShare === 0) return spent;
    const noise = Math.ceil(noiseShare * NOISE_STEPS - 1e-9) / NOISE_STEPS;
    const key = `${spent} ${noise}`;
    let levels = known.get(key);
    if (levels === undefined) known.set(key, (levels = levelsOf(spent, noise)));
    return levels[repeats - least] ?? spent;
  }

  return {
    level(point) {
      requirePoint(point);
      return levelAt(alpha, point);
    },
    chance(point, p) {
      requirePoint(point);
      requireWithin('p', p, 0, 1);
      // All looks see the same: as if there was one.
      if (point.noiseShare === 0) return p;
      // The first part whose level the chance does not pass: few of them are looked up, since each takes a while.
      let [from, to] = [0, alphas.length];
      while (from < to) {
        const middle = (from + to) >> 1;
        if (p <= levelAt(alphas[middle] ?? 1, point)) to = middle;
        else from = middle + 1;
      }
      const part = (index: number): Part | undefined => {
        const spent = alphas[index];
        return spent === undefined ? undefined : { alpha: spent, level: levelAt(spent, point) };
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
