import type { Reporter, ReporterEnvironment } from '@assay/schema';
import * as v from 'valibot';
import { VERDICT_THRESHOLDS } from '../../statistics/score-verdict.js';
import { SLICE_KEY, SLICE_KEYS, sliceKey } from '../../statistics/slices/slice-key.js';
import { createSlices, type Slices } from '../../statistics/slices/slices.js';

/** Rows of a run, summed up by what a report is asked for. */
export interface SlicedRows {
  /** What a reporter has to receive for it; empty where nothing is asked for, so that no rows are handed on for nothing. */
  readonly hooks: Pick<Reporter, 'runStarted' | 'trialFinished'>;
  /** One for each key, in the order of asking. */
  list(): readonly Slices[];
}

/** The option `by` of a reporter. @param what it does with them */
export const byOption = (what: string) => v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(SLICE_KEY, `expected ${SLICE_KEYS}`))), v.description(`Keys by which ${what}: suite, target, variant, evaluator, tag, tag:KEY or var:NAME. Default: the keys by which the run is summed up (\`--by\` of the command, \`by\` of a program).`)));

/**
 * Sums up by what the options of a report say, or whoever asks for it.
 * @throws UsageError for a key that cannot be.
 */
export function createSlicedRows({ by: asked }: { readonly by?: readonly string[] | undefined }, { by = [] }: Pick<ReporterEnvironment, 'by'> = {}): SlicedRows {
  const keys = (asked ?? by).map(sliceKey);
  const begin = (thresholds = VERDICT_THRESHOLDS): readonly Slices[] => keys.map((key) => createSlices(key, thresholds));
  let slices = begin();
  const hooks: SlicedRows['hooks'] = {
    runStarted({ thresholds }) {
      slices = begin(thresholds);
    },
    trialFinished(row) {
      for (const each of slices) each.add(row);
    },
  };
  return { hooks: keys.length > 0 ? hooks : {}, list: () => slices };
}
