import { encodeClassification } from '@assay/schema';
import type { Slices } from './slices.js';

/** Slices as JSON, for scripts: with all figures of labels, as `classifications` of a summary has them. */
export function encodeSlices(slices: Slices): object {
  return {
    schema_version: 1,
    by: slices.name,
    slices: slices.list().map(({ value, others, trials, unscored, passed, passRate, passInterval, mean, interval, classifications }) => ({ value, others, trials, unscored, passed, pass_rate: passRate, pass_interval: passInterval, mean, interval, classifications: classifications?.map(encodeClassification) })),
  };
}
