import type { LabelledFigure, PageTable } from '@assay/schema';
import { endsText } from '../../format/interval-ends.js';
import { formatCount } from '../../format/format-count.js';
import { rateText, ratesText } from '../../format/format-rate.js';
import type { ToldRun } from '../parts/told-run.js';

/** A number of the judges of one run. */
interface Told {
  readonly text: string;
  /** Absent where nothing is known of how sure it is. */
  readonly ends?: { readonly low: number; readonly high: number } | undefined;
}

type Tell = (run: ToldRun) => Told | undefined;

const signed = (value: number): string => value.toFixed(2).replace(/^-(?=0\.00$)/u, '').replace('-', '−');

function labelled(figure: LabelledFigure | undefined, asRate: boolean): Told | undefined {
  if (!figure || figure.value === null) return undefined;
  const { value, low, high, labels } = figure;
  const told = asRate ? `${rateText(value)} (${ratesText(low, high)})` : `${signed(value)} (${endsText({ low, high })})`;
  return { text: `${told}, ${formatCount(labels, 'label')}`, ends: { low, high } };
}

const LINES: readonly (readonly [name: string, tell: Tell])[] = [
  [
    'Agreement of the judges (alpha)',
    ({ judging }) => {
      const { alpha, interval, questions } = judging?.agreement ?? {};
      if (alpha === undefined || questions === undefined) return undefined;
      const on = formatCount(questions, 'question');
      return alpha === null ? { text: `all scores are the same, ${on}` } : { text: `${signed(alpha)}${interval ? ` (${endsText(interval)})` : ''}, ${on}`, ends: interval };
    },
  ],
  ['True passes that are passed', ({ trust }) => labelled(trust?.calibration?.quality[0]?.tpr, true)],
  ['True fails that are failed', ({ trust }) => labelled(trust?.calibration?.quality[0]?.tnr, true)],
  ['Kappa with people', ({ trust }) => labelled(trust?.calibration?.quality[0]?.kappa, false)],
  ['Votes that count for themselves', ({ trust }) => labelled(trust?.calibration?.panel?.votes, false)],
  [
    'Passes, as judged and corrected',
    ({ trust }) => {
      const [whole] = trust?.calibration?.groups ?? [];
      if (!whole) return undefined;
      const { raw, estimate, low, high } = whole.passRate;
      return { text: estimate === null ? `${rateText(raw)}, not corrected` : `${rateText(raw)} → ${rateText(estimate)} (${ratesText(low, high)})` };
    },
  ],
];

const areApart = (a: Told['ends'], b: Told['ends']): boolean => a !== undefined && b !== undefined && (a.high < b.low || b.high < a.low);

/** What is known of the judges of the runs of a comparison, side by side; undefined for nothing. */
export function trustSides(runs: readonly ToldRun[]): PageTable | undefined {
  const lines = LINES.flatMap(([name, tell]) => {
    const told = runs.map(tell);
    return told.some((each) => each !== undefined) ? [{ name, told }] : [];
  });
  if (lines.length === 0) return undefined;
  const apart = lines.filter(({ told: [a, b] }) => areApart(a?.ends, b?.ends)).map(({ name }) => name.toLowerCase());
  return {
    title: '',
    header: ['', ...runs.map(({ run }) => run.location)],
    rows: lines.map(({ name, told }) => [name, ...told.map((each) => each?.text ?? '–')]),
    remarks: apart.length === 0 ? [] : [`the judges did not judge alike in both runs: the intervals of ${apart.join(', ')} do not meet`],
  };
}
