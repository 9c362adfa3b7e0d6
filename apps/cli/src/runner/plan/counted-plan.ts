import { eachTrial } from '@assay/engine';
import type { Trial } from '@assay/schema';
import type { RunPlan } from './plan-run.js';

/** A plan that tells how many trials it had, once it has been read to its end. */
export function countedPlan({ total, trials }: Pick<RunPlan, 'total' | 'trials'>) {
  let count = 0;
  let ended = false;
  return {
    trials: (): AsyncIterable<Trial> =>
      eachTrial(trials(), {
        onTrial: () => {
          count += 1;
        },
        onEnd: () => {
          ended = true;
        },
      }),
    /** Undefined for streamed files that were not read to their end. */
    get total(): number | undefined {
      return total ?? (ended ? count : undefined);
    },
  };
}
