import type { JudgeSpec } from '../contracts/judge-spec.js';
import type { JsonValue } from '../domain/json.js';

interface PointBase {
  /** Share among the points beside it. Finite, ≥ 0, default 1. */
  readonly weight?: number | undefined;
  readonly citation?: JsonValue | undefined;
}

/** A line of a rubric that judges assess. */
interface JudgedPoint extends PointBase {
  readonly text: string;
}

/** A line of a rubric that is computed. */
export interface ComputedPoint extends PointBase {
  /** Name of a point function or of its `not_` form, without `$`. */
  readonly fn: string;
  readonly arg?: JsonValue | undefined;
  /** What it stands for, in words, where the file says so. */
  readonly text?: string | undefined;
}

/** One line of a rubric, in the one form that all written forms are brought to. */
export type RubricPoint = JudgedPoint | ComputedPoint;

/** Points that count together, as one of several ways to answer. */
export type PointPath = readonly RubricPoint[];

/** Paths of which the best one counts as a single point. */
export type PointBlock = readonly PointPath[];

/** An entry of `should` or `should_not`. */
export type RubricItem = RubricPoint | PointPath | PointBlock;

/** The options of a `points` evaluator after normalization: plain JSON. */
export interface PointsRubric {
  readonly should?: readonly RubricItem[] | undefined;
  readonly should_not?: readonly RubricItem[] | undefined;
  /** Classes that judges choose from. Default `five_point`. */
  readonly scale?: 'five_point' | 'nine_point' | undefined;
  readonly judges?: readonly JudgeSpec[] | undefined;
  readonly backup?: JudgeSpec | undefined;
}
