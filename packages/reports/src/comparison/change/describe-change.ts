import type { ChangeTerms, MeanChange } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { formatDifference } from '../../format/format-difference.js';
import { formatScore } from '../../format/format-score.js';
import { formatMove } from './format-move.js';
import { changeEnds } from './change-ends.js';

/** `p = 0.031`, `p < 0.001`. */
export function formatChance(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p >= 0.1 ? p.toFixed(2) : p.toFixed(3)}`;
}

/** What would decide, in words; empty where nothing is known that would. */
function describeNeed({ needed, difference }: MeanChange): string {
  if (needed === undefined) return '';
  const cases = needed.cases === null ? [] : [formatCount(needed.cases, 'case')];
  const repeats = needed.repeats === null ? [] : [`${formatCount(needed.repeats, 'repeat')} on both sides`];
  const sizes = [...cases, ...repeats];
  return sizes.length === 0 ? '' : `${sizes.join(', or ')}, would mostly decide if it stayed at ${formatDifference(difference)}`.replace(/^(\S+ cases?), would/u, '$1 would');
}

/** Of what a drop is at most, in thousandths, so that nothing is said to be less than it is. */
const atMost = (drop: number): string => String(Math.ceil(Math.max(0, drop) * 1000 - 1e-9) / 1000);

/** What could have been seen, in words. */
function describeSight({ before, detectable, noiseUnknown, low, high }: MeanChange): string {
  if (detectable !== null) return `a drop of ${formatScore(detectable)} would mostly have been seen`;
  if (before === 0) return 'all were at 0 before, and could not score less';
  return noiseUnknown || low === high ? '' : 'even a drop to 0 would hardly have been seen with so few replies';
}

/** What a comparison says of a suite on a target, in parts that can stand beside each other. */
export interface ChangeWords {
  /** `worse by more than 0.05` */
  readonly finding: string;
  /** Means before and after, their difference with its interval. */
  readonly moved: string;
  /** What there is to say of a drop that is accepted; empty without one, and for one that is exceeded. */
  readonly accepted: string;
  /** `p = 0.031`; empty where nothing hangs on it. */
  readonly chance: string;
  /** What could have been seen, and what would decide, as far as there is something to say. */
  readonly outlook: readonly string[];
}

const told = (...parts: readonly string[]): readonly string[] => parts.filter((part) => part !== '');

/** @param terms that the change was decided by */
export function changeWords(change: MeanChange, terms: ChangeTerms): ChangeWords {
  const { alpha, margin } = terms;
  const { before, after, difference, pWorseAdjusted, pBetter, verdict, bound } = change;
  const words = { moved: `${formatMove(before, after)}, ${formatDifference(difference)} (${changeEnds(change, terms)})`, accepted: '', chance: '', outlook: [] };
  const beyond = margin === undefined || margin === 0 ? '' : ` by more than ${margin}`;
  if (verdict === 'worse') return { ...words, finding: `worse${beyond}`, chance: formatChance(pWorseAdjusted) };
  if (margin !== undefined) {
    if (verdict === 'not_worse') return { ...words, finding: `not worse${beyond}`, accepted: `the drop is ${bound < 0 ? `at most ${atMost(-bound)}` : 'none'}, and ${margin} is accepted` };
    return { ...words, finding: 'undecided', accepted: `the drop may be up to ${atMost(-bound)}, and ${margin} is accepted`, outlook: told(describeNeed(change)) };
  }
  if (pBetter <= alpha) return { ...words, finding: 'better', chance: formatChance(pBetter) };
  return { ...words, finding: 'not shown to be worse', chance: formatChance(pWorseAdjusted), outlook: told(describeSight(change), describeNeed(change)) };
}

/**
 * The same in one sentence without the place.
 * @param terms that the change was decided by
 */
export function describeChange(change: MeanChange, terms: ChangeTerms): string {
  const { finding, moved, accepted, chance, outlook } = changeWords(change, terms);
  if (change.verdict === 'not_worse' && accepted !== '') return `${finding}: ${accepted}`;
  const sentence = [finding, ...told(accepted, told(moved, chance).join(', '))].join(': ');
  return [sentence, ...outlook].join('; ');
}
