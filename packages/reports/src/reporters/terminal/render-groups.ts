import { addCost, reaches, type GroupSummary, type RunSummary } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { formatKnownCost } from '../../format/format-cost.js';
import { formatDuration } from '../../format/format-duration.js';
import { formatInterval } from '../../format/format-interval.js';
import { formatMetric } from '../../format/format-metric.js';
import { formatScore } from '../../format/format-score.js';
import { targetTitle } from '../../format/target-title.js';
import { cleanText } from '../../text-layout/clean-text.js';
import { flowPieces, type Piece } from '../../text-layout/flow-pieces.js';
import { layoutTable, type Cell, type Column } from '../../text-layout/layout-table.js';
import type { Color, Paint } from '../../text-layout/paint.js';
import { textWidth } from '../../text-layout/text-width.js';
import { truncateText } from '../../text-layout/truncate-text.js';

/** Columns that long names keep, at the least. */
interface MinNames {
  readonly suite: number;
  readonly target: number;
}

/** The variant stands at the end of a target's name: cut off, the rows could not be distinguished. */
const MAX_KEPT_VARIANT = 40;

/** Ways to fit the table, best first: with variants whole, with names readable, rather than give it up. */
function minNames(groups: readonly GroupSummary[]): readonly MinNames[] {
  const longest = Math.max(...groups.map((group) => (group.variant === undefined ? 0 : textWidth(shownTarget(group)))));
  return [
    ...(longest > 12 ? [{ suite: 12, target: Math.min(longest, MAX_KEPT_VARIANT) }] : []),
    { suite: 12, target: 12 },
    { suite: 8, target: 8 },
  ];
}

/**
 * Cost of targets and judges; `≥` when some prices are not known, `unknown` where the others add up to nothing, and a dash where
 * there was nothing that could have cost something.
 */
function groupCost(group: GroupSummary): string {
  return formatKnownCost(addCost(group.costUsd, group.judgeCostUsd), group.costIncomplete);
}

function scoreText({ score, bounds }: GroupSummary, threshold: number | undefined): string {
  const shown = formatScore(score, threshold);
  const [worst, best] = [formatScore(bounds.worst, threshold), formatScore(bounds.best, threshold)];
  return bounds.worst === bounds.best || score === null ? shown : `${shown} (${worst}–${best})`;
}

/** Against a threshold; without one a score is neither good nor bad. */
function scoreColor({ score, bounds }: GroupSummary, threshold: number | undefined): Color {
  if (score === null) return 'yellow';
  if (threshold === undefined) return 'plain';
  if (reaches(bounds.worst, threshold)) return 'green';
  return reaches(bounds.best, threshold) ? 'yellow' : 'red';
}

function countCell(count: number, color: Color): Cell {
  return { text: formatCount(count), color: count === 0 ? 'dim' : color };
}

type Counted = 'cases' | 'trials' | 'passed' | 'borderline' | 'failed' | 'open' | 'unscored';

const HEADERS: Readonly<Record<Counted, string>> = {
  cases: 'Cases',
  trials: 'Trials',
  passed: 'Pass',
  borderline: 'Border',
  failed: 'Fail',
  open: 'Open',
  unscored: 'Unscored',
};

function countColumn(groups: readonly GroupSummary[], field: Counted, color: Color, drop?: number): Column {
  const cells = groups.map((group) => countCell(group[field], color));
  const sum = groups.reduce((count, group) => count + group[field], 0);
  return {
    header: HEADERS[field],
    align: 'right',
    cells: groups.length > 1 ? [...cells, countCell(sum, color)] : cells,
    drop,
  };
}

function latencyColumn(groups: readonly GroupSummary[], which: 'median' | 'p95', drop: number): Column {
  return {
    header: which === 'median' ? 'Latency' : 'p95',
    align: 'right',
    cells: groups.map(({ latencyMs }) => ({ text: formatDuration(latencyMs?.[which]) })),
    drop,
  };
}

function totalCost(groups: readonly GroupSummary[]): Cell {
  const costUsd = groups.reduce<number | undefined>((sum, group) => addCost(sum, group.costUsd), undefined);
  const judgeCostUsd = groups.reduce<number | undefined>((sum, group) => addCost(sum, group.judgeCostUsd), undefined);
  const [first] = groups;
  if (!first) return { text: '' };
  return { text: groupCost({ ...first, costUsd, judgeCostUsd, costIncomplete: groups.some((g) => g.costIncomplete) }) };
}

function shownTarget({ target, variant }: GroupSummary): string {
  return cleanText(targetTitle(target, variant));
}

function shownMetric({ metrics }: GroupSummary, name: string): string {
  const metric = metrics?.find((found) => found.name === name);
  return metric ? formatMetric({ value: metric.mean, unit: metric.unit }) : '–';
}

/** The ends in the unit of the metric, rounded outwards; empty without any. */
function metricEnds({ metrics }: GroupSummary, name: string): string {
  const interval = metrics?.find((found) => found.name === name)?.interval;
  if (!interval) return '';
  const [low, high] = [Math.floor(interval.low * 100 + 1e-7) / 100, Math.ceil(interval.high * 100 - 1e-7) / 100].map((value) => formatMetric({ value }).replace('-', '−'));
  return `${low ?? ''} to ${high ?? ''}`;
}

/** Means of what is measured beside the score, a column each, and one for its interval. */
function metricColumns(groups: readonly GroupSummary[]): readonly Column[] {
  const names = new Set(groups.flatMap(({ metrics }) => (metrics ?? []).map(({ name }) => name)));
  return [...names].flatMap((name): readonly Column[] => [
    { header: cleanText(name.charAt(0).toUpperCase() + name.slice(1)), align: 'right', cells: groups.map((group) => ({ text: shownMetric(group, name) })), drop: 2 },
    ...(groups.some((group) => metricEnds(group, name) !== '') ? [{ header: '± 95 %', align: 'left' as const, cells: groups.map((group): Cell => ({ text: metricEnds(group, name) || '–', color: 'dim' })), drop: 4.5 }] : []),
  ]);
}

function nameColumns(groups: readonly GroupSummary[], min: MinNames): readonly Column[] {
  const total: readonly Cell[] = groups.length > 1 ? [{ text: 'Total', color: 'dim' }] : [];
  const suites = groups.map(({ suite }, index) => ({
    text: groups[index - 1]?.suite === suite ? '' : cleanText(suite),
  }));
  return [
    { header: 'Suite', align: 'left', cells: [...suites, ...total], minWidth: min.suite },
    {
      header: 'Target',
      align: 'left',
      cells: groups.map((group) => ({ text: shownTarget(group) })),
      minWidth: min.target,
    },
  ];
}

const intervalText = ({ interval, trials, unscored }: GroupSummary, threshold: number | undefined): string => formatInterval(interval, trials - unscored, threshold);

/** How sure the scores are, where there are any. */
function intervalColumn({ groups, threshold }: Pick<RunSummary, 'groups' | 'threshold'>): readonly Column[] {
  if (!groups.some(({ interval }) => interval)) return [];
  return [{ header: '± 95 %', align: 'left', cells: groups.map((group) => ({ text: intervalText(group, threshold), color: 'dim' })) }];
}

function tableColumns(summary: RunSummary, min: MinNames): readonly Column[] {
  const { groups, threshold } = summary;
  const repeated = groups.some((group) => group.trials !== group.cases);
  const several = groups.length > 1;
  return [
    ...nameColumns(groups, min),
    countColumn(groups, 'cases', 'plain', 3),
    ...(repeated ? [countColumn(groups, 'trials', 'plain', 2)] : []),
    countColumn(groups, 'passed', 'green'),
    ...(groups.some((group) => group.borderline > 0) ? [countColumn(groups, 'borderline', 'yellow', 1)] : []),
    countColumn(groups, 'failed', 'red'),
    ...(groups.some((group) => group.open > 0) ? [countColumn(groups, 'open', 'yellow')] : []),
    ...(groups.some((group) => group.unscored > 0) ? [countColumn(groups, 'unscored', 'yellow')] : []),
    {
      header: summary.complete ? 'Score' : 'Score so far',
      align: 'left',
      cells: groups.map((group) => ({ text: scoreText(group, threshold), color: scoreColor(group, threshold) })),
    },
    ...intervalColumn(summary),
    ...metricColumns(groups),
    {
      header: 'Cost',
      align: 'right',
      cells: [...groups.map((group) => ({ text: groupCost(group) })), ...(several ? [totalCost(groups)] : [])],
      drop: 4,
    },
    latencyColumn(groups, 'median', 5),
    { ...latencyColumn(groups, 'p95', 6), spare: true },
  ];
}

/** A group on lines of its own, for terminals that no table fits in. */
function stackGroup(
  group: GroupSummary,
  { threshold, complete }: Pick<RunSummary, 'threshold' | 'complete'>,
  width: number,
  paint: Paint,
): readonly string[] {
  const counts: readonly Piece[] = [
    { text: `${formatCount(group.passed)} passed`, color: group.passed > 0 ? 'green' : 'dim' },
    { text: group.borderline > 0 ? `${formatCount(group.borderline)} borderline` : '', color: 'yellow' },
    { text: `${formatCount(group.failed)} failed`, color: group.failed > 0 ? 'red' : 'dim' },
    { text: group.open > 0 ? `${formatCount(group.open)} open` : '', color: 'yellow' },
    { text: group.unscored > 0 ? `${formatCount(group.unscored)} unscored` : '', color: 'yellow' },
  ];
  const flow = { width: width - 2, indent: 0, gap: 2, paint };
  const score: readonly Piece[] = [
    { text: `${scoreText(group, threshold)}${complete ? '' : ' so far'}`, color: scoreColor(group, threshold) },
    { text: group.interval ? `± ${intervalText(group, threshold)}` : '', color: 'dim' },
    {
      text: group.trials === group.cases ? formatCount(group.cases, 'case') : formatCount(group.trials, 'trial'),
      color: 'plain',
    },
  ];
  const effort: readonly Piece[] = [
    { text: groupCost(group) === '–' ? '' : groupCost(group), color: 'plain' },
    { text: group.latencyMs ? formatDuration(group.latencyMs.median) : '', color: 'plain' },
    ...(group.metrics ?? []).map(({ name }): Piece => ({ text: `${cleanText(name)} ${shownMetric(group, name)}${metricEnds(group, name) === '' ? '' : ` (${metricEnds(group, name)})`}`, color: 'plain' })),
  ];
  return [
    truncateText(`${cleanText(group.suite)} on ${shownTarget(group)}`, width),
    ...[score, counts, effort].flatMap((pieces) => flowPieces(pieces, flow)).map((line) => `  ${line}`),
  ];
}

/** The numbers of every suite on every target, as a table or, on a narrow terminal, as a list. */
export function renderGroups(summary: RunSummary, width: number, paint: Paint): readonly string[] {
  if (summary.groups.length === 0) return [];
  for (const min of minNames(summary.groups)) {
    const table = layoutTable(tableColumns(summary, min), width, paint);
    if (table) return table;
  }
  return summary.groups.flatMap((group) => stackGroup(group, summary, width, paint));
}
