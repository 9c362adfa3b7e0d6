import type { Limiter, Traffic } from '@assay/engine';
import type { ServedBy, TargetDefinition } from '@assay/schema';
import type { EffectiveOptions } from '../../options/option-values.js';
import { originOf } from './with-model.js';

/** Finds the limiter of a target, given what answers it. */
export type LimiterOf = (target: TargetDefinition, servedBy: ServedBy | undefined) => Limiter;

/**
 * Gives every target of a run one limiter for all its parts (what is evaluated, judge, embeddings),
 * so that its `workers` and its rates hold for all of them together.
 */
export function targetLimiters(traffic: Traffic, options: EffectiveOptions): LimiterOf {
  const limiters = new Map<TargetDefinition, Limiter>();
  return (asked, servedBy) => {
    const target = originOf(asked);
    let limiter = limiters.get(target);
    if (!limiter) {
      limiter = traffic.limiter({
        target: target.name,
        servedBy,
        workers: target.workers,
        requestsPerMinute: options.of('requestsPerMinute', target.requestsPerMinute),
        tokensPerMinute: options.of('tokensPerMinute', target.tokensPerMinute),
      });
      limiters.set(target, limiter);
    }
    return limiter;
  };
}
