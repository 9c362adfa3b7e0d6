import type { BaselineTarget } from '@assay/schema';
import { formatCount } from '../format/format-count.js';
import { formatScores } from '../comparison/change/format-move.js';
import { suiteTitles } from '../format/suite-titles.js';
import { VERDICT_THRESHOLDS } from '../statistics/score-verdict.js';
import { cleanText } from '../text-layout/clean-text.js';
import { flowPieces } from '../text-layout/flow-pieces.js';
import { MIN_COLUMNS } from '../text-layout/min-columns.js';
import { createPaint } from '../text-layout/paint.js';
import { prepareTextWidth } from '../text-layout/text-width.js';
import { wrapText } from '../text-layout/wrap-text.js';
import type { BaselineChange } from './results/baseline-change.js';
import { baselineMean } from './results/baseline-mean.js';
import type { RenderBaselineOptions } from './render-baseline-check.js';
import { joinSections, renderChanges, renderNote, type Drawing, type PlacedChange } from './render-changes.js';
import type { SavedBaseline } from './saved-baseline.js';

const COLORS = { created: 'green', updated: 'yellow', unchanged: 'dim' } as const;

/** `openai gpt-4o-mini`, or what of it is known. */
export function modelText({ provider, model }: BaselineTarget): string {
  return cleanText([provider, model].filter((part) => part !== undefined).join(' '));
}

function renderHead({ baseline, previous, file, outcome }: SavedBaseline, { width, paint }: Drawing): readonly string[] {
  const [before, after] = [previous && baselineMean(previous), baselineMean(baseline)];
  const [from, to] = formatScores(before ?? null, after);
  const moved = before !== undefined && from !== to;
  return flowPieces(
    [
      { text: outcome, color: COLORS[outcome] },
      { text: cleanText(file), color: 'plain' },
      { text: formatCount(baseline.cases.size, 'case'), color: 'dim' },
      { text: `score ${moved ? `${from} → ` : ''}${to}`, color: 'dim' },
    ],
    { width, indent: 2, gap: 2, paint },
  );
}

function renderSaved(saved: SavedBaseline, suite: string, drawing: Drawing): readonly string[] {
  const { baseline, previous, update, kept } = saved;
  const inner: Drawing = { ...drawing, width: drawing.width - 2 };
  const placed = (changes: readonly BaselineChange[]): readonly PlacedChange[] =>
    changes.map((change) => ({ ...change, suite }));
  const unscored = [...baseline.cases]
    .filter(([, { score }]) => score === null)
    .map(([key, after]) => ({ key, after, difference: null }));
  const [model, before] = [modelText(baseline.target), previous && modelText(previous.target)];
  const count = (list: readonly BaselineChange[], what: string): string => `${formatCount(list.length, 'case')} ${what}`;
  const body = [
    ...(before === undefined || before === model ? [] : wrapText(`model ${before || '?'} → ${model || '?'}`, inner.width)),
    ...renderChanges('Worse', 'red', placed(update.worse), inner),
    ...renderChanges('Better', 'green', placed(update.better), inner),
    ...renderChanges('Other changes', 'plain', placed(update.other), inner),
    ...(previous ? renderNote(count(update.added, 'added'), placed(update.added), inner) : []),
    ...renderNote(count(update.removed, 'removed'), placed(update.removed), inner),
    ...renderNote(`${formatCount(unscored.length, 'case')} without a score, recorded as null`, placed(unscored), inner),
    ...(kept > 0 ? wrapText(`${formatCount(kept, 'case')} kept that this run does not have`, inner.width) : []),
  ];
  return [...renderHead(saved, drawing), ...body.map((line) => `  ${line}`)];
}

/** What saving did to every file, and what changed in it. */
export async function renderSavedBaselines(saved: readonly SavedBaseline[], options: RenderBaselineOptions): Promise<string> {
  const names = saved.map(({ baseline, file }) => [file, baseline.target, [...baseline.cases.keys()]]);
  await prepareTextWidth(JSON.stringify(names));
  const drawing: Drawing = { width: Math.max(MIN_COLUMNS, options.columns), paint: createPaint(options.color), thresholds: options.thresholds ?? VERDICT_THRESHOLDS };
  const title = suiteTitles(saved.map(({ baseline }) => baseline));
  return joinSections(saved.map((each) => renderSaved(each, title(each.baseline), drawing)));
}
