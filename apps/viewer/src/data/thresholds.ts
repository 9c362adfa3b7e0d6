import type { JsonObject } from '@assay/schema';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { FORGIVEN } from '../figures/format.js';
import type { RowState } from './route/row-states.js';
import type { RunStore } from './run-store.js';

/** From which score on something passes, and from which it does not fail. */
export interface Thresholds {
  readonly pass: number;
  readonly borderline: number;
}

const USUAL: Thresholds = { pass: 0.8, borderline: 0.6 };

export const ThresholdsOfRun = createContext<Thresholds>(USUAL);

/** Those that a run was scored with. */
export const thresholdsOf = ({ run }: RunStore): Thresholds => thresholdsIn(run?.manifest);

/** As `thresholdsOf`, by what a run says of itself. */
export function thresholdsIn(manifest: JsonObject | undefined): Thresholds {
  const written = manifest?.['verdicts'] as Partial<Thresholds> | undefined;
  return typeof written?.pass === 'number' && typeof written.borderline === 'number' ? { pass: written.pass, borderline: written.borderline } : USUAL;
}

/** What a score alone is, with the thresholds of the run. */
export function useStateOfScore(): (score: number | null | undefined) => RowState {
  const { pass, borderline } = useContext(ThresholdsOfRun);
  return (score) => {
    if (score === null || score === undefined) return 'unscored';
    if (score >= pass - FORGIVEN) return 'pass';
    return score >= borderline - FORGIVEN ? 'borderline' : 'fail';
  };
}
