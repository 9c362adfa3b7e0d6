import type { RunTrust } from '@assay/schema';
import { calibrationText, markdownTable } from '../../calibration/tables/markdown-calibration.js';
import { markdownText } from '../../markdown/markdown-text.js';
import { rankingSummary, rankingTables } from '../../ranking/ranking-tables.js';
import type { LimitedText } from './limited-text.js';

/** A part that is folded, or a line in its place where there is no room. */
function addFolded(text: LimitedText, title: string, content: string, command: string): void {
  if (!text.add(`\n<details><summary>${title}</summary>\n\n${content}\n</details>\n`)) text.add(`\n${title}: no room for it here, ${command} shows it\n`);
}

/** How far the scores can be trusted, folded: judges held against people, and whom judges prefer. */
export function addTrust(text: LimitedText, { calibration, ranking, problems }: RunTrust): void {
  if (problems.length > 0) text.addItems(problems, (problem) => `\n⚠️ ${markdownText(problem, 500)}\n`, { name: 'more' });
  if (calibration) addFolded(text, 'Judges held against people', calibrationText(calibration), '`assay calibrate`');
  if (ranking) addFolded(text, 'What judges prefer', `${rankingSummary(ranking).map((line) => `- ${markdownText(line, 500)}\n`).join('')}${rankingTables(ranking).map(markdownTable).join('')}`, '`assay view`');
}
