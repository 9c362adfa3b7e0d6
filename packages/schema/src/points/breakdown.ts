/**
 * How the score of a rubric of points came about: what was averaged with what, and which of several
 * alternatives counted. Points are named by their index in the result's `points`. In the form in
 * which it stands in the `details` of a result: plain JSON, in snake_case.
 */
export interface PointsBreakdown {
  readonly components: readonly BreakdownComponent[];
  /** Mean of the components that have a score. */
  readonly score: number | null;
  readonly bounds: BreakdownBounds;
  /** Paths of `should_not` that are met in full: each of them fails the case. */
  readonly failed_by: readonly string[];
  /**
   * Paths of `should_not` that may be met in full: as far as their points have a score they are, and
   * those without one could complete them. Each of them leaves open whether the case fails.
   */
  readonly could_fail_by: readonly string[];
}

/** The score if everything unscored had been 0 (`worst`) or 1 (`best`). */
interface BreakdownBounds {
  readonly worst: number;
  readonly best: number;
}

interface Scored {
  readonly score: number | null;
  readonly bounds: BreakdownBounds;
}

/** One of several ways to answer (or to fail). */
export interface BreakdownPath extends Scored {
  readonly name: string;
  readonly points: readonly number[];
}

interface Alternatives extends Scored {
  readonly paths: readonly BreakdownPath[];
  /** Name of the path whose score counts: the best one, or in `should_not` the worst one. */
  readonly chosen: string | null;
}

export interface BreakdownBlock extends Alternatives {
  readonly kind: 'block';
  readonly name: string;
  /** 1 among the required points, or 0 when none of its points has a weight. */
  readonly weight: number;
}

export interface BreakdownPoint {
  readonly kind: 'point';
  readonly point: number;
}

export interface RequiredComponent extends Scored {
  readonly kind: 'required';
  readonly members: readonly (BreakdownPoint | BreakdownBlock)[];
}

export interface PathsComponent extends Alternatives {
  readonly kind: 'should_paths' | 'should_not_paths';
}

export type BreakdownComponent = RequiredComponent | PathsComponent;
