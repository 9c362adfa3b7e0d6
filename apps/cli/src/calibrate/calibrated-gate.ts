import { formatCount, roundedOut } from '@assay/reports';
import type { CalibratedGroup, Calibration, LostReplies } from '@assay/schema';
import { EXIT, moreSerious } from '../exit-codes.js';

/** What the gate says of a run. */
interface GateResult {
  readonly exitCode: number;
  /** One line for each group that did not surely pass. */
  readonly reasons: readonly string[];
}

const titleOf = ({ suite, target, variant }: Pick<CalibratedGroup, 'suite' | 'target' | 'variant'>): string =>
  `${suite ?? 'the run'} on ${[target, variant].filter((part) => part !== undefined).join(' ')}`;

const keyOf = ({ suite, suitePath, target, variant }: Pick<CalibratedGroup, 'suite' | 'suitePath' | 'target' | 'variant'>): string =>
  JSON.stringify([suite, suitePath, target, variant ?? '']);

type Ends = Pick<CalibratedGroup['score'], 'low' | 'high'>;

function sideOf({ low, high }: Ends, threshold: number): 'above' | 'below' | 'open' {
  if (low >= threshold) return 'above';
  return high < threshold ? 'below' : 'open';
}

/** @param lost of the group; undefined where each of its replies has a score */
function judged(group: CalibratedGroup, lost: LostReplies | undefined, threshold: number): GateResult {
  const { method, score, moreLabels, moreOf } = group;
  if (method !== 'prediction_powered') {
    const [one, several] = moreOf === 'cases' ? (['case', 'cases'] as const) : (['reply', 'replies'] as const);
    const more = moreLabels > 0 ? `${formatCount(moreLabels, `more labelled ${one} is`, `more labelled ${several} are`)} needed` : 'some of its replies have no label of their kind yet';
    return { exitCode: EXIT.inconclusive, reasons: [`${titleOf(group)}: ${more}, of this run`] };
  }
  const ends = `${roundedOut(score.low, 'low', [threshold])} to ${roundedOut(score.high, 'high', [threshold])}`;
  const side = sideOf(score, threshold);
  if (side === 'open') return { exitCode: EXIT.inconclusive, reasons: [`${titleOf(group)}: the corrected score is ${ends}, and ${threshold} lies between`] };
  // What has no score may have been worth nothing, or all.
  const share = lost?.share ?? 0;
  if (lost !== undefined && sideOf({ low: score.low * (1 - share), high: score.high * (1 - share) + share }, threshold) !== side) {
    return { exitCode: EXIT.undecided, reasons: [`${titleOf(group)}: the corrected score is ${ends} without ${formatCount(lost.replies, 'reply', 'replies')} that ${lost.replies === 1 ? 'has' : 'have'} no score, which could turn it`] };
  }
  return side === 'above' ? { exitCode: EXIT.passed, reasons: [] } : { exitCode: EXIT.failed, reasons: [`${titleOf(group)}: the corrected score is ${ends}, below ${threshold}`] };
}

/** Whether every suite on every target surely reaches the threshold, as far as labels of this run can tell. */
export function calibratedGate({ groups, lost, unfinished }: Calibration, threshold: number): GateResult {
  const single = groups.filter(({ suite }) => suite !== undefined);
  const lostOf = new Map(lost.map((each) => [keyOf(each), each]));
  const scored = new Set(single.map(keyOf));
  const without = lost.filter((each) => each.share > 0 && !scored.has(keyOf(each)));
  const found: readonly GateResult[] = [
    ...single.map((group) => judged(group, lostOf.get(keyOf(group)), threshold)),
    ...without.map((each) => ({ exitCode: EXIT.undecided, reasons: [`${titleOf(each)}: no reply has a score`] })),
    ...(unfinished ? [{ exitCode: EXIT.undecided, reasons: ['the run did not come to its end: go on with it, assay run --resume'] }] : []),
  ];
  if (found.length === 0) return { exitCode: EXIT.inconclusive, reasons: ['the run has no scored reply'] };
  return found.reduce((a, b) => ({ exitCode: moreSerious(a.exitCode, b.exitCode), reasons: [...a.reasons, ...b.reasons] }));
}
