import type { Limiter } from '@assay/engine';
import type { TargetDefinition } from '@assay/schema';
import { originOf } from './with-model.js';

export interface TargetLimitersOptions {
  readonly createLimiter: (places: number) => Limiter;
  /** Most requests at once of a target that does not say so itself (`workers`). Whole, ≥ 1. */
  readonly atOnce: number;
}

/**
 * Gives every target of a run one limit for all its parts (what is evaluated, judge, embeddings),
 * so that its `workers` hold for all of them together.
 */
export function targetLimiters({ createLimiter, atOnce }: TargetLimitersOptions): (target: TargetDefinition) => Limiter {
  const limiters = new Map<TargetDefinition, Limiter>();
  return (asked) => {
    const target = originOf(asked);
    let limiter = limiters.get(target);
    if (!limiter) limiters.set(target, (limiter = createLimiter(target.workers ?? atOnce)));
    return limiter;
  };
}
