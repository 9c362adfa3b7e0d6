import { differenceIntervalText } from '../../../components/marks/interval.js';
import type { WireSummary } from '../../../data/row.js';
import { formatCount, formatDifference, formatShare, plural } from '../../../figures/format.js';

type Judging = NonNullable<WireSummary['judging']>;

/** Two decimals, with a sign where they show that it is below 0. */
const plain = (value: number): string => value.toFixed(2).replace(/^-(?=0\.00$)/u, '').replace('-', '−');

function agreementText({ agreement }: Judging): string | undefined {
  if (agreement === undefined) return undefined;
  const { alpha, interval, questions } = agreement;
  const on = `on ${plural(questions, 'question')} that several scored`;
  if (alpha === null) return `All scores are the same ${on}: that shows neither agreement nor its lack`;
  return `Agreement: alpha ${plain(alpha)}${interval === undefined ? '' : ` (${plain(interval.low)} to ${plain(interval.high)})`} ${on}`;
}

function cascadeText({ cascade }: Judging): string | undefined {
  if (cascade === undefined) return undefined;
  const { asked, escalated, audited, audits_lost: lost = 0, disagreed, disagreement, difference, difference_interval: interval } = cascade;
  const handed = `The first judge handed ${formatCount(escalated)} of ${plural(asked, 'question')} to the panel`;
  const unsaid = lost === 0 ? '' : `; the panel gave no usable answer on ${formatCount(lost)} that ${lost === 1 ? 'was' : 'were'} drawn`;
  if (disagreement === undefined || difference === null) return `${handed}; whether it agrees with the others was not looked at${unsaid}`;
  return `${handed}; of ${plural(audited, 'other')} that the panel scored too, ${formatCount(disagreed)} pass or fail otherwise (${formatShare(disagreement.rate)}; ${formatShare(disagreement.interval.low)} to ${formatShare(disagreement.interval.high)}), by ${formatDifference(difference)}${interval === undefined ? '' : ` (${differenceIntervalText(interval)})`} on average${unsaid}`;
}

/** What a run that has ended says of its judges together. */
export function JudgingLines({ judging }: { readonly judging: Judging | undefined }) {
  if (judging === undefined) return null;
  const lines = [agreementText(judging), cascadeText(judging)].filter((text) => text !== undefined);
  return (
    <ul class="judging">
      {lines.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
