import type { RunTrust } from '@assay/schema';
import { calibrationText, markdownTable } from '../../calibration/tables/markdown-calibration.js';
import { markdownText } from '../../markdown/markdown-text.js';
import { rankingSummary, rankingTables } from '../../ranking/ranking-tables.js';
import type { ToldRun } from '../parts/told-run.js';
import type { LimitedText } from './limited-text.js';
import { trustSides } from './trust-sides.js';

/** A part that is folded, or a line in its place where there is no room. */
function addFolded(text: LimitedText, title: string, content: string, command: string): void {
  if (!text.add(`\n<details><summary>${title}</summary>\n\n${content}\n</details>\n`)) text.add(`\n${title}: no room for it here, ${command} shows it\n`);
}

/** What is known of the judges of compared runs, side by side, and then of each. */
export function addTrustOfRuns(text: LimitedText, runs: readonly ToldRun[]): void {
  const sides = trustSides(runs);
  if (sides) addFolded(text, runs.length > 1 ? 'Judges of both runs' : 'Judges', markdownTable(sides), '`assay calibrate`');
  for (const { run, trust } of runs) if (trust) addTrust(text, trust, runs.length > 1 ? ` (${markdownText(run.location)})` : '');
}

/** How far the scores can be trusted, folded: judges compared with people, and whom judges prefer. @param of which run, where there are several */
export function addTrust(text: LimitedText, { calibration, ranking, problems }: RunTrust, of = ''): void {
  if (problems.length > 0) text.addItems(problems, (problem) => `\n⚠️ ${markdownText(problem, 500)}\n`, { name: 'more' });
  if (calibration) addFolded(text, `Judges held against people${of}`, calibrationText(calibration), '`assay calibrate`');
  if (ranking) addFolded(text, `What judges prefer${of}`, `${rankingSummary(ranking).map((line) => `- ${markdownText(line, 500)}\n`).join('')}${rankingTables(ranking).map(markdownTable).join('')}`, '`assay view`');
}
