import type { CalibratedGroup, Calibration } from '@assay/schema';
import { EXIT, moreSerious } from '../exit-codes.js';

/** What the gate says of a run. */
export interface GateResult {
  readonly exitCode: number;
  /** One line for each group that did not surely pass. */
  readonly reasons: readonly string[];
}

const titleOf = ({ suite, target, variant }: CalibratedGroup): string => `${suite ?? 'the run'} on ${[target, variant].filter((part) => part !== undefined).join(' ')}`;

/** An end of an interval, rounded outwards. */
const thousandths = (value: number, round: (value: number) => number): string => (round(value * 1000) / 1000).toFixed(3);

function judged(group: CalibratedGroup, threshold: number): GateResult {
  const { method, score, moreLabels } = group;
  if (method !== 'prediction_powered') {
    const more = moreLabels > 0 ? `${moreLabels} more labelled cases are needed` : 'some of its replies have no label of their kind yet';
    return { exitCode: EXIT.inconclusive, reasons: [`${titleOf(group)}: ${more}, of this run`] };
  }
  const ends = `${thousandths(score.low, Math.floor)} to ${thousandths(score.high, Math.ceil)}`;
  if (score.low >= threshold) return { exitCode: EXIT.passed, reasons: [] };
  if (score.high < threshold) return { exitCode: EXIT.failed, reasons: [`${titleOf(group)}: the corrected score is ${ends}, below ${threshold}`] };
  return { exitCode: EXIT.inconclusive, reasons: [`${titleOf(group)}: the corrected score is ${ends}, and ${threshold} lies between`] };
}

/** Whether every suite on every target surely reaches the threshold, as far as labels of this run can tell. */
export function calibratedGate({ groups }: Calibration, threshold: number): GateResult {
  const single = groups.filter(({ suite }) => suite !== undefined);
  if (single.length === 0) return { exitCode: EXIT.inconclusive, reasons: ['the run has no scored reply'] };
  return single
    .map((group) => judged(group, threshold))
    .reduce((a, b) => ({ exitCode: moreSerious(a.exitCode, b.exitCode), reasons: [...a.reasons, ...b.reasons] }));
}
