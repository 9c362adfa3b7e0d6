import type { encodeSavedBaseline } from '@assay/reports';
import type { Diagnostic } from '@assay/schema';

type Saved = Parameters<typeof encodeSavedBaseline>[0];

/** From so many replies to a case on, a baseline is mostly not much luckier or unluckier than what it is of. */
const ENOUGH = 5;

/** What is to be said of baselines with few replies to a case, once for all that were written; undefined for none. */
export function fewRepeats(saved: readonly Saved[]): Diagnostic | undefined {
  const few = saved.filter(({ baseline, outcome }) => outcome !== 'unchanged' && [...baseline.cases.values()].some(({ trials = 1, unscored = 0 }) => trials - unscored < ENOUGH));
  const [first] = few;
  if (first === undefined) return undefined;
  const others = few.length > 1 ? ` and ${few.length - 1} more` : '';
  return {
    severity: 'warning',
    code: 'few-repeats',
    message: `${first.file}${others}: a baseline of fewer than ${ENOUGH} replies to a case keeps their luck: runs that are no worse may be held against it, and fail`,
    hint: `run with --repeat ${ENOUGH}, or add the repeats of other runs: assay baseline save RUN --pool RUN…`,
  };
}
