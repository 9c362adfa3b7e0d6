import type { JudgeAudit, LabelledFigure, PageTable } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { formatDifference } from '../../format/format-difference.js';
import { rateText, ratesText } from '../../format/format-rate.js';
import { endsText } from '../../format/interval-ends.js';

const rate = ({ value, low, high, labels }: LabelledFigure): string => (labels === 0 ? '–' : `${rateText(value)} (${ratesText(low, high)})`);
const gained = ({ value, low, high, labels }: LabelledFigure): string => (labels === 0 ? '–' : `${formatDifference(value)} (${endsText({ low, high })})`);

const noised = ({ value, low, high, labels }: LabelledFigure): string => (value === null || labels === 0 ? '–' : `${value.toFixed(3)} (${endsText({ low, high })})`);

/** An audit as tables: what each judge gets wrong, then how often it passed each kind of reply. */
export function auditTables({ judges, cases, replies }: JudgeAudit): readonly PageTable[] {
  const [first] = judges;
  const lost = judges.filter((judge) => judge.lost > 0);
  return [
    {
      title: `${formatCount(replies, 'reply', 'replies')} to ${formatCount(cases, 'case')}, made so that it is known which deserve to pass`,
      header: ['Judge', 'False accepts', 'False rejects', 'Gained by begging', 'Gained by length', 'Moved by order', 'Noise', 'Verdict flips'],
      rows: judges.map(({ id, falseAccepts, falseRejects, steered, padded, reordered, noise, flips }) => [
        id, rate(falseAccepts), rate(falseRejects), gained(steered), gained(padded), gained(reordered), noised(noise), rate(flips),
      ]),
      remarks: lost.map((judge) => `${judge.id} gave no usable answer on ${formatCount(judge.lost, 'reply', 'replies')}`),
    },
    {
      title: 'Passed, of each kind of reply',
      header: ['Reply', 'Deserves', ...judges.map(({ id }) => id)],
      rows: (first?.probes ?? []).map(({ probe, deserves }, index) => [probe, deserves, ...judges.map(({ probes }) => rate(probes[index]?.passed ?? { value: null, low: 0, high: 1, labels: 0 }))]),
      remarks: [],
    },
  ];
}
