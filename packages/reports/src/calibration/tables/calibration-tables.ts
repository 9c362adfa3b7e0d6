import type { CalibratedGroup, Calibration, CorrectedFigure, LabelledFigure, VerdictLean, VerdictQuality } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { formatDifference } from '../../format/format-difference.js';
import { formatScore } from '../../format/format-score.js';
import { suiteTitles } from '../../format/suite-titles.js';
import { targetTitle } from '../../format/target-title.js';

/** A table before anybody knows how it is drawn. */
export interface PlainTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What has to be said of the rows, below them. */
  readonly remarks: readonly string[];
}

const PERCENT = 100;

/** A share in per cent; a dash for none. */
export function rateText(value: number | null): string {
  return value === null ? '–' : `${(value * PERCENT).toFixed(1)}%`;
}

/** Ends in parts of hundred, rounded outwards. */
export function ratesText(low: number, high: number): string {
  return `${(Math.floor(low * 1000 + 1e-7) / 10).toFixed(1)}–${(Math.ceil(high * 1000 - 1e-7) / 10).toFixed(1)}%`;
}

/** Ends of an interval in hundredths, rounded outwards. */
export function endsText(low: number, high: number): string {
  const [from, to] = [Math.floor(low * PERCENT + 1e-7) / PERCENT, Math.ceil(high * PERCENT - 1e-7) / PERCENT].map((end) => end.toFixed(2).replace('-', '−'));
  return `${from ?? ''}${low < 0 ? ' to ' : '–'}${to ?? ''}`;
}

const ofRates = ({ value, low, high, labels }: LabelledFigure): readonly [string, string] => (labels === 0 ? ['–', '–'] : [rateText(value), ratesText(low, high)]);

const ofCorrected = ({ estimate, low, high }: CorrectedFigure): readonly [string, string] => (estimate === null ? ['–', '–'] : [rateText(estimate), ratesText(low, high)]);

type TitleOf = (group: CalibratedGroup) => string;

function titlesOf(groups: readonly CalibratedGroup[]): TitleOf {
  const title = suiteTitles(groups.flatMap(({ suite, suitePath }) => (suite === undefined ? [] : [{ suite, suitePath }])));
  return ({ suite, suitePath, target, variant }) => (suite === undefined ? 'whole run' : `${title({ suite, suitePath })} on ${targetTitle(target ?? '', variant)}`);
}

function scoreTexts(score: CorrectedFigure | undefined): readonly string[] {
  if (score === undefined) return ['–', '–', '–'];
  const { raw, estimate, low, high } = score;
  return [formatScore(raw), formatScore(estimate), estimate === null ? '–' : endsText(low, high)];
}

function remarksOf(groups: readonly CalibratedGroup[], titleOf: TitleOf): readonly string[] {
  return groups.flatMap((group) => {
    const only = groups.length === 1;
    const more =
      group.method === 'prediction_powered' || group.moreLabels === 0
        ? []
        : [`label ${formatCount(group.moreLabels, 'more case')} of ${only ? 'this run' : titleOf(group)} for a correction of its own`];
    return [...group.reasons.map((reason) => (only ? reason : `${titleOf(group)}: ${reason}`)), ...more];
  });
}

function groupTable(groups: readonly CalibratedGroup[]): PlainTable {
  const titleOf = titlesOf(groups);
  return {
    title: '',
    header: ['Suite', 'Replies', 'Labels', 'Pass rate', 'Corrected', '± 95 %', 'Score', 'Corrected', '± 95 %'],
    rows: groups.map((group) => [
      titleOf(group),
      formatCount(group.replies),
      formatCount(group.labels),
      rateText(group.passRate.raw),
      ...ofCorrected(group.passRate),
      ...scoreTexts(group.score),
    ]),
    remarks: remarksOf(groups, titleOf),
  };
}

function qualityTable(quality: readonly VerdictQuality[]): PlainTable {
  return {
    title: 'Verdicts held against those of people',
    header: ['Judge', 'Labels', 'True passes it passes', '± 95 %', 'True fails it fails', '± 95 %', 'Kappa', '± 95 %'],
    rows: quality.map(({ judge, model, labels, tpr, tnr, kappa }) => [
      model === undefined ? 'the run' : judge,
      formatCount(labels),
      ...ofRates(tpr),
      ...ofRates(tnr),
      ...(kappa.value === null ? ['–', '–'] : [formatDifference(kappa.value).replace(/^\+/u, ''), endsText(kappa.low, kappa.high)]),
    ]),
    remarks: [],
  };
}

function confusionTable({ confusion: { passPass, passFail, failPass, failFail } }: VerdictQuality): PlainTable {
  return {
    title: '',
    header: ['People say \\ the run says', 'pass', 'no pass'],
    rows: [
      ['pass', formatCount(passPass), formatCount(passFail)],
      ['no pass', formatCount(failPass), formatCount(failFail)],
    ],
    remarks: [],
  };
}

function leanText({ kind, lean: { low, high } }: VerdictLean): string {
  if (low > 0) return kind === 'position' ? 'prefers the first' : 'too kind';
  if (high >= 0) return '';
  return kind === 'position' ? 'prefers the second' : 'too strict';
}

function leanTable(leans: readonly VerdictLean[]): PlainTable {
  return {
    title: 'Passes given less passes deserved',
    header: ['Replies', 'Of', 'Difference', '± 95 %', ''],
    rows: leans.map((each) => {
      const { part, kind, lean } = each;
      return [
        kind === 'target' ? `of ${part}` : part,
        formatCount(lean.labels),
        lean.value === null ? '–' : formatDifference(lean.value),
        `${formatDifference(Math.floor(lean.low * PERCENT) / PERCENT)} to ${formatDifference(Math.ceil(lean.high * PERCENT) / PERCENT)}`,
        leanText(each),
      ];
    }),
    remarks: [],
  };
}

/** A calibration as tables: the groups of the run, its judges, and where they lean. */
export function calibrationTables({ groups, quality, leans }: Calibration): readonly PlainTable[] {
  const [run] = quality;
  return [
    groupTable(groups),
    ...(run ? [qualityTable(quality), confusionTable(run)] : []),
    ...(leans.length > 0 ? [leanTable(leans)] : []),
  ];
}

/** How many replies are labelled, in one line. */
export function labelsText({ labels: { replies, cases, skipped, by }, replies: all, unscored }: Calibration): string {
  const drawn = by.length > 0 ? `, drawn by ${by.join(' and ')}` : '';
  const left = [...(skipped > 0 ? [`${formatCount(skipped)} skipped`] : []), ...(unscored > 0 ? [`${formatCount(unscored, 'reply', 'replies')} without a score`] : [])];
  return `${formatCount(replies, 'label')} of ${formatCount(cases, 'case')} for ${formatCount(all, 'reply', 'replies')}${drawn}${left.length > 0 ? `; ${left.join(', ')}` : ''}`;
}
