import type { CalibratedGroup, Calibration, CorrectedFigure, LabelledFigure, PageTable, PanelVotes, VerdictLean, VerdictQuality } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { formatDifference } from '../../format/format-difference.js';
import { rateText, ratesText } from '../../format/format-rate.js';
import { formatScore } from '../../format/format-score.js';
import { endsText, signedEnds } from '../../format/interval-ends.js';
import { suiteTitles } from '../../format/suite-titles.js';
import { targetTitle } from '../../format/target-title.js';

const ofRates = ({ value, low, high, labels }: LabelledFigure): readonly [string, string] => (labels === 0 ? ['–', '–'] : [rateText(value), ratesText(low, high)]);

const restsOn = ({ clusters }: CorrectedFigure): string => (clusters === undefined ? '' : ` n=${clusters}`);

/** A rate as judged and as corrected, each with its interval. */
function rateTexts(figure: CorrectedFigure): readonly string[] {
  const { raw, rawLow, rawHigh, estimate, low, high } = figure;
  return [rateText(raw), raw === null ? '–' : `${ratesText(rawLow, rawHigh)}${restsOn(figure)}`, ...(estimate === null ? ['–', '–'] : [rateText(estimate), ratesText(low, high)])];
}

type TitleOf = (group: CalibratedGroup) => string;

function titlesOf(groups: readonly CalibratedGroup[]): TitleOf {
  const title = suiteTitles(groups.flatMap(({ suite, suitePath }) => (suite === undefined ? [] : [{ suite, suitePath }])));
  return ({ suite, suitePath, target, variant }) => (suite === undefined ? 'whole run' : `${title({ suite, suitePath })} on ${targetTitle(target ?? '', variant)}`);
}

/** The same of a score. */
function scoreTexts(figure: CorrectedFigure): readonly string[] {
  const { raw, rawLow, rawHigh, estimate, low, high } = figure;
  return [formatScore(raw), `${endsText({ low: rawLow, high: rawHigh })}${restsOn(figure)}`, ...(estimate === null ? ['–', '–'] : [formatScore(estimate), endsText({ low, high })])];
}

const moreText = ({ moreLabels, moreOf }: CalibratedGroup): string => (moreOf === 'cases' ? formatCount(moreLabels, 'more case') : formatCount(moreLabels, 'more reply', 'more replies'));

function remarksOf(groups: readonly CalibratedGroup[], titleOf: TitleOf): readonly string[] {
  return groups.flatMap((group) => {
    const only = groups.length === 1;
    const more =
      group.method === 'prediction_powered' || group.moreLabels === 0
        ? []
        : [`label ${moreText(group)} of ${only ? 'this run' : titleOf(group)} for a correction of its own`];
    return [...group.reasons.map((reason) => (only ? reason : `${titleOf(group)}: ${reason}`)), ...more];
  });
}

function groupTable(groups: readonly CalibratedGroup[]): PageTable {
  const titleOf = titlesOf(groups);
  return {
    title: '',
    header: ['Suite', 'Replies', 'Labels', 'Mean of', 'As judged', '± 95 %', 'Corrected', '± 95 %'],
    rows: groups.flatMap((group) => {
      const names = [titleOf(group), formatCount(group.replies), formatCount(group.labels)];
      return [
        [...names, 'passes', ...rateTexts(group.passRate)],
        [...names, 'scores', ...scoreTexts(group.score)],
      ];
    }),
    remarks: remarksOf(groups, titleOf),
    spans: {
      title: 'As judged, and corrected',
      least: 0,
      most: 1,
      of: groups.flatMap(({ passRate, score }) => [passRate, score].map(({ raw, estimate, low, high }) => (estimate === null ? null : { value: estimate, low, high, ...(raw === null ? {} : { mark: raw }) }))),
    },
  };
}

function qualityTable(quality: readonly VerdictQuality[]): PageTable {
  return {
    title: 'Verdicts held against those of people',
    header: ['Judge', 'Labels', 'True passes it passes', '± 95 %', 'True fails it fails', '± 95 %', 'Kappa', '± 95 %'],
    rows: quality.map(({ judge, model, labels, tpr, tnr, kappa }) => [
      model === undefined ? 'the run' : judge,
      formatCount(labels),
      ...ofRates(tpr),
      ...ofRates(tnr),
      ...(kappa.value === null ? ['–', '–'] : [formatDifference(kappa.value).replace(/^\+/u, ''), endsText(kappa)]),
    ]),
    remarks: [],
  };
}

/** Said wherever the interval is shown: docs/trust.md has the table. */
const APPROXIMATE = 'this interval is approximate: in simulations it holds the truth in 84 to 98 of 100 panels, and not always in 95; least with 30 labels, and where judges err together';

/** What a panel gains by having several judges. */
function panelTable({ judges, votes, approximate, correlation, reason }: PanelVotes): PageTable {
  return {
    title: 'Votes that count for themselves, by errors on the labelled replies',
    header: ['Panel', 'Labels', 'Judges', 'Effective votes', '± 95 %', 'Errors correlate'],
    rows: [[judges.join(', '), formatCount(votes.labels), formatCount(judges.length), votes.value === null ? '–' : votes.value.toFixed(2), votes.value === null ? '–' : endsText(votes), correlation === null ? '–' : formatDifference(correlation)]],
    remarks: [...(reason === undefined ? [] : [reason]), ...(approximate ? [APPROXIMATE] : [])],
  };
}

function confusionTable({ confusion: { passPass, passFail, failPass, failFail } }: VerdictQuality): PageTable {
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

function leanTable(leans: readonly VerdictLean[]): PageTable {
  return {
    title: 'Passes given less passes deserved',
    header: ['Replies', 'Of', 'Difference', '± 95 %', ''],
    rows: leans.map((each) => {
      const { part, kind, lean } = each;
      return [
        kind === 'target' ? `of ${part}` : part,
        formatCount(lean.labels),
        lean.value === null ? '–' : formatDifference(lean.value),
        signedEnds(lean),
        leanText(each),
      ];
    }),
    remarks: [],
    spans: { title: 'Too strict, or too kind', least: -1, most: 1, of: leans.map(({ lean: { value, low, high } }) => (value === null ? null : { value, low, high, mark: 0 })) },
  };
}

/** A calibration as tables: the groups of the run, its judges, and where they lean. */
export function calibrationTables({ groups, quality, panel, leans }: Calibration): readonly PageTable[] {
  const [run] = quality;
  return [
    groupTable(groups),
    ...(run ? [qualityTable(quality), confusionTable(run)] : []),
    ...(panel ? [panelTable(panel)] : []),
    ...(leans.length > 0 ? [leanTable(leans)] : []),
  ];
}

/** How many replies are labelled, in one line. */
export function labelsText({ labels: { replies, cases, skipped, by }, replies: all, unscored }: Calibration): string {
  const drawn = by.length > 0 ? `, drawn by ${by.join(' and ')}` : '';
  const left = [...(skipped > 0 ? [`${formatCount(skipped)} skipped`] : []), ...(unscored > 0 ? [`${formatCount(unscored, 'reply', 'replies')} without a score`] : [])];
  return `${formatCount(replies, 'label')} of ${formatCount(cases, 'case')} for ${formatCount(all, 'reply', 'replies')}${drawn}${left.length > 0 ? `; ${left.join(', ')}` : ''}`;
}
