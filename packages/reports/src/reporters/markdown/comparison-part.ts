import type { Comparison, ComparisonCase, ComparisonPair } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { formatDifference } from '../../format/format-difference.js';
import { formatMove } from '../../comparison/change/format-move.js';
import { formatChance } from '../../comparison/change/describe-change.js';
import { measureLines } from '../../comparison/change/render-measures.js';
import { suiteTitles } from '../../format/suite-titles.js';
import { changedCells } from '../../comparison/change/changed-cells.js';
import { addComparedSlices } from './slices-part.js';
import { markdownText } from '../../markdown/markdown-text.js';
import type { LimitedText } from './limited-text.js';

const MOST_REASONS = 10;
/** Suites on targets of which it is said what a reply takes. */
const MOST_PAIRS = 5;

const TITLES: Readonly<Record<Comparison['outcome'], string>> = {
  compared: '📊 Compared',
  passed: '✅ Not worse',
  failed: '❌ Worse',
  undecided: '⚠️ Undecided',
  'no-baseline': '⚠️ Without a baseline',
  inconclusive: '⚠️ Nothing could be compared',
};

/** `compared with the baselines`, in words. */
function against({ kind, before, prompts }: Comparison): string {
  return kind === 'baselines' ? 'held against its baselines' : `held against ${markdownText(before)}${ofPrompt(prompts?.before)}`;
}

function ofPrompt(prompt: string | undefined): string {
  return prompt === undefined ? '' : ` with the prompt ${markdownText(prompt, 200)}`;
}

function pairLine(pair: ComparisonPair, title: string, terms: Comparison['terms']): string {
  const { targetBefore, target, worse, open, better, same } = pair;
  const targets = targetBefore === target ? markdownText(target) : `${markdownText(targetBefore)} → ${markdownText(target)}`;
  const counts = [worse > 0 ? `**${formatCount(worse)}**` : '0', formatCount(open), formatCount(same), formatCount(better)];
  return `| ${[markdownText(title), targets, ...changedCells(pair, terms), ...counts].join(' | ')} |\n`;
}

function caseLine({ suite, caseId, target, source, scoreBefore, score, p }: ComparisonCase): string {
  const chance = p === undefined || p === 1 ? '' : `, ${formatChance(p)}`;
  const change = scoreBefore !== null && score !== null ? ` (${formatDifference(score - scoreBefore)}${chance})` : '';
  const scores = scoreBefore === null && score === null ? '' : ` ${formatMove(scoreBefore, score, 'no score')}${change}`;
  return `- ${markdownText(suite)} › **${markdownText(caseId)}** on ${markdownText(target)}${scores}${source === undefined ? '' : ` – ${markdownText(source)}`}\n`;
}

const LISTS = [
  ['worse', (count: number) => `${formatCount(count, 'case')} ${count === 1 ? 'is' : 'are'} worse`],
  ['open', (count: number) => `${formatCount(count, 'case')} ${count === 1 ? 'is' : 'are'} open`],
  ['better', (count: number) => `${formatCount(count, 'case')} ${count === 1 ? 'is' : 'are'} better`],
  ['added', (count: number) => `${formatCount(count, 'case')} ${count === 1 ? 'is' : 'are'} new`],
  ['unreferenced', (count: number) => `${formatCount(count, 'case')} without a score in the baseline`],
  ['missing', (count: number) => `${formatCount(count, 'case')} ${count === 1 ? 'is' : 'are'} missing now`],
] as const;

/** What a comparison comes to, a table, and the cases that changed, folded. @param share of the room that the cases may take */
export function addComparison(text: LimitedText, comparison: Comparison, share: number): void {
  const { outcome, reasons, notes = [], pairs, slices = [] } = comparison;
  const title = outcome === 'passed' && comparison.gate === 'mean' && comparison.terms.margin === undefined ? '✅ Not shown to be worse' : TITLES[outcome];
  text.add(`### ${title}\n\n${markdownText(comparison.location)}${ofPrompt(comparison.prompts?.now)}, ${against(comparison)}:\n\n`);
  text.addItems(reasons.slice(0, MOST_REASONS), (reason) => `- ${markdownText(reason, 500)}\n`, { count: reasons.length, name: 'more reasons' });
  text.addItems(notes, (note) => `- ⚠️ ${markdownText(note, 800)}\n`, { name: 'more' });
  if (pairs.length > 0) {
    const titleOf = suiteTitles(pairs);
    text.add('\n| Suite | Target | Score | Change (95 %) | Worse | Open | Same | Better |\n|---|---|---|---|--:|--:|--:|--:|\n');
    text.addItems(pairs, (pair) => pairLine(pair, titleOf(pair), comparison.terms), { share: 0.5, mark: '\n', name: 'more' });
  }
  addComparedSlices(text, slices);
  for (const pair of pairs.slice(0, MOST_PAIRS)) {
    const lines = measureLines(pair.measures);
    if (lines.length > 0) text.add(`\nA reply of ${markdownText(suiteTitles(pairs)(pair))} on ${markdownText(pair.target)} takes:\n\n${lines.map((line) => `- ${markdownText(line)}\n`).join('')}`);
  }
  for (const [name, title] of LISTS) {
    const { count, cases } = comparison[name];
    if (count === 0 || !text.add(`\n<details><summary>${title(count)}</summary>\n\n`)) continue;
    text.addItems(cases, caseLine, { count, share });
    text.end('\n</details>\n');
  }
  text.add('\n');
}
