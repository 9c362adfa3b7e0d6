import { requireBetween, requireWithin } from '../checks/require-number.js';
import { requireArray, requireObject, requireOneOf } from '../checks/require-shape.js';
import { findRoot } from '../special/find-root.js';
import { normalQuantile } from '../special/normal-quantile.js';
import { normalCdf } from '../special/normal.js';

/**
 * - `obrien-fleming`: hardly anything early, nearly all at the end;
 * - `hwang-shih-decani`: as little early, and more of it kept for the end where the first look has half of the information;
 * - `pocock`: about as much at each look.
 */
export type SpendingShape = 'obrien-fleming' | 'hwang-shih-decani' | 'pocock';

const SHAPES: readonly SpendingShape[] = ['obrien-fleming', 'hwang-shih-decani', 'pocock'];

/** Gamma of Hwang, Shih and DeCani. */
const GAMMA = -4;

/**
 * What may be spent of α when a share of the information is there (Lan and DeMets, Biometrika 70, 1983; Hwang, Shih and DeCani,
 * Statistics in Medicine 9, 1990).
 * @param shape 'obrien-fleming': 2 − 2Φ(z₁₋α/₂ / √share); 'hwang-shih-decani': α · (e^(4 · share) − 1) / (e⁴ − 1), their γ = −4;
 * 'pocock': α · ln(1 + (e − 1) · share)
 * @param alpha of one side, in (0, 1)
 * @param share in [0, 1]
 * @returns from 0 to `alpha`
 * @throws {RangeError} for other arguments
 */
export function spentAlpha(shape: SpendingShape, alpha: number, share: number): number {
  requireOneOf('shape', shape, SHAPES);
  requireBetween('alpha', alpha, 0, 1);
  requireWithin('share', share, 0, 1);
  if (share === 0) return 0;
  // Rounding adds nothing to it.
  return Math.min(alpha, spentByShape(shape, alpha, share));
}

function spentByShape(shape: SpendingShape, alpha: number, share: number): number {
  if (shape === 'pocock') return alpha * Math.log1p((Math.E - 1) * share);
  if (shape === 'hwang-shih-decani') return (alpha * Math.expm1(-GAMMA * share)) / Math.expm1(-GAMMA);
  return 2 * normalCdf(normalQuantile(alpha / 2) / Math.sqrt(share));
}

export interface Look {
  /** What has been spent of α at this look and before. */
  readonly spent: number;
  /** The z from which on a difference is found. */
  readonly z: number;
  /** The same as a p-value (of one or two sides, as asked): a test decides where its p is at most this. */
  readonly level: number;
}

export interface SequentialOptions {
  /** The chance of any finding where there is nothing, over all looks; 0.05 unless given. */
  readonly alpha?: number;
  /** 'obrien-fleming' unless given. */
  readonly shape?: SpendingShape;
  /** 2 unless given. */
  readonly sides?: 1 | 2;
}

/** Most parts of the range over which the law of what goes on is kept, and how many of them the narrower of the steps around it has. */
const NODES = 600;
const NODES_A_STEP = 5;
const FARTHEST = 9;
/** Standard deviations below which nothing is kept of the law: some 1e-12 of it. */
const LOWEST = 7;

interface Law {
  readonly places: Float64Array;
  /** Density times Simpson's weight. */
  readonly masses: Float64Array;
}

/** The law of the running sum where the test goes on, on Simpson's grid from `low` to `high`. @param narrowest deviation of the steps before and after it */
function lawOf(density: (place: number) => number, low: number, high: number, narrowest: number): Law {
  const nodes = 2 * Math.ceil(Math.min(NODES, (NODES_A_STEP * (high - low)) / narrowest) / 2);
  const step = (high - low) / nodes;
  const places = Float64Array.from({ length: nodes + 1 }, (_, index) => low + index * step);
  const masses = places.map((place, index) => {
    const weight = index === 0 || index === nodes ? 1 : index % 2 === 1 ? 4 : 2;
    return (density(place) * weight * step) / 3;
  });
  return { places, masses };
}

const normalDensity = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** ∑ mass · f(place) */
const over = ({ places, masses }: Law, of: (place: number) => number): number =>
  masses.reduce((sum, mass, index) => sum + mass * of(places[index] ?? 0), 0);

/**
 * The bounds of a test that looks at its data several times and stops once it has found something (Armitage, McPherson and Rowe 1969; Lan and
 * DeMets 1983): together the looks find something with the chance α at most where there is nothing.
 * @param shares of the planned information at each look, ascending in (0, 1]
 * @returns one look for each share
 * @throws {RangeError} for other arguments: shares that do not ascend or are out of range
 */
export function sequentialLevels(shares: readonly number[], options: SequentialOptions = {}): Look[] {
  requireObject('options', options);
  const { alpha = 0.05, shape = 'obrien-fleming', sides = 2 } = options;
  requireArray('shares', shares);
  requireBetween('alpha', alpha, 0, 1);
  requireOneOf('shape', shape, SHAPES);
  requireOneOf('sides', sides, [1, 2]);
  const looks: Look[] = [];
  let law: Law | undefined;
  let [before, spentBefore] = [0, 0];
  for (const [index, share] of shares.entries()) {
    requireBetween(`shares[${index}]`, share, before, 1 + Number.EPSILON);
    // Each side spends its part by itself, as the published tables have it.
    const spent = sides * spentAlpha(shape, alpha / sides, Math.min(1, share));
    const goal = (spent - spentBefore) / sides;
    const spread = Math.sqrt(share - before);
    const known = law;
    const beyond = (bound: number): number =>
      known === undefined ? normalCdf(-bound / spread) : over(known, (place) => normalCdf((place - bound) / spread));
    const densityAt = (place: number): number =>
      (known === undefined ? normalDensity(place / spread) : over(known, (from) => normalDensity((place - from) / spread))) / spread;
    const root = Math.sqrt(share);
    const bound = goal < 1e-15 ? FARTHEST * root : findBound(beyond, densityAt, goal, root);
    const z = bound / root;
    looks.push({ spent, z, level: sides * normalCdf(-z) });
    const next = shares[index + 1];
    if (next !== undefined) law = lawOf(densityAt, sides === 2 ? -bound : -LOWEST * root, bound, Math.min(spread, Math.sqrt(Math.max(0, next - share))));
    [before, spentBefore] = [share, spent];
  }
  return looks;
}

/** The bound of the running sum that is passed with the chance `goal`. */
function findBound(beyond: (bound: number) => number, densityAt: (place: number) => number, goal: number, root: number): number {
  const at = (bound: number) => {
    const chance = beyond(bound);
    return { value: Math.log(goal / chance), slope: densityAt(bound) / chance };
  };
  return findRoot(at, -normalQuantile(goal) * root, -FARTHEST * root, FARTHEST * root, 1e-12);
}
