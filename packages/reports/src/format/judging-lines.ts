import type { JudgingSummary } from '@assay/schema';
import { formatCount } from './format-count.js';
import { formatScore } from './format-score.js';
import { formatDifference } from './format-difference.js';
import { formatInterval } from './format-interval.js';
import { roundedOut, signedEnds } from './interval-ends.js';

/** A criterion is listed when judges are at least so far apart on it, on average. */
const NOTABLE = 0.25;
const MOST_LISTED = 3;

/** Two decimals, with a sign where they show that it is below 0. */
const plain = (value: number): string => value.toFixed(2).replace(/^-(?=0\.00$)/u, '').replace('-', '−');

function agreementLine({ agreement, judges }: JudgingSummary): string | undefined {
  if (!agreement) return undefined;
  const { alpha, interval, questions } = agreement;
  const on = `on ${formatCount(questions, 'question')} that several scored`;
  const found = alpha === null ? 'all scores are the same, which shows neither agreement nor its lack,' : `alpha ${plain(alpha)}${interval ? ` (${roundedOut(interval.low, 'low')} to ${roundedOut(interval.high, 'high')})` : ''}`;
  // One that gave no usable answer agrees and disagrees with nobody.
  const answering = judges.filter(({ asked, lost }) => lost < asked).length;
  return `${formatCount(answering, 'judge')}: ${found} ${on}`;
}

function leanLine({ judges }: JudgingSummary): string | undefined {
  const leaning = judges.flatMap(({ id, lean, leanInterval }) => (lean === null ? [] : [`${id} ${formatDifference(lean)}${leanInterval ? ` (${signedEnds(leanInterval)})` : ''}`]));
  return leaning.length === 0 ? undefined : `against the others: ${leaning.join(', ')}`;
}

function lostLine({ judges }: JudgingSummary): string | undefined {
  const lost = judges.flatMap(({ id, asked, lost: count }) => (count === 0 ? [] : [`${id} ${formatCount(count)} of ${formatCount(asked)}`]));
  return lost.length === 0 ? undefined : `without a usable answer: ${lost.join(', ')}`;
}

function cascadeLines({ cascade }: JudgingSummary): readonly string[] {
  if (!cascade) return [];
  const { asked, escalated, audited, auditsLost = 0, disagreed, disagreement, difference, differenceInterval } = cascade;
  const handed = `the judge that is asked first handed ${formatCount(escalated)} of ${formatCount(asked, 'question')} to the panel`;
  const unsaid = auditsLost === 0 ? '' : `it gave no usable answer on ${formatCount(auditsLost)} that ${auditsLost === 1 ? 'was' : 'were'} drawn`;
  if (!disagreement || difference === null) return [`${handed}; whether the panel agrees with the others was not looked at${asked === escalated ? '' : ` (${unsaid || 'none was drawn'})`}`];
  const share = `${formatScore(disagreement.rate)} (${formatInterval(disagreement.interval, audited)})`;
  return [
    `${handed}; of ${formatCount(audited, 'other', 'others')} that the panel scored too, it ${disagreed === 0 ? 'passed and failed the same' : `passed or failed ${formatCount(disagreed)} otherwise`}: ${share}, by ${formatDifference(difference)}${differenceInterval ? ` (${signedEnds(differenceInterval)})` : ''} on average${unsaid && `; ${unsaid}`}`,
  ];
}

/** What is to be known of the judges of a run, a line each. The texts of judges and files are as they came. */
export function judgingLines(judging: JudgingSummary): readonly string[] {
  const apart = judging.disputed
    .filter(({ spread }) => spread >= NOTABLE)
    .slice(0, MOST_LISTED)
    .map(({ criterion, spread, questions }) => `${formatScore(spread)} apart on "${criterion}"${questions === 1 ? '' : ` (${formatCount(questions, 'question')})`}`);
  return [agreementLine(judging), leanLine(judging), lostLine(judging), ...apart, ...cascadeLines(judging)].filter((line) => line !== undefined);
}
