import { sliceKey } from '@assay/reports';
import type { Reporter, UsageError } from '@assay/schema';

/** Sees whether the rows of a run have what results are summed up by. */
export interface SliceCheck {
  /** Called with the rows. */
  readonly reporter: Reporter;
  /** What is wrong with the first key that no row has; undefined when all are known. */
  unknown(): UsageError | undefined;
}

/** @throws UsageError for keys that cannot be. */
export function createSliceCheck(by: readonly string[]): SliceCheck {
  const keys = by.map(sliceKey);
  // What comes of a row does not matter here, only what it has.
  const thresholds = { pass: 1, borderline: 1 };
  const reporter: Reporter = {
    name: 'by',
    trialFinished(row) {
      for (const key of keys) key.parts(row, thresholds);
    },
  };
  return {
    reporter,
    unknown() {
      for (const key of keys) {
        const found = key.unknown();
        if (found) return found;
      }
      return undefined;
    },
  };
}
