import type { ClassificationSummary, GroupSummary } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';
import { targetTitle } from '../../format/target-title.js';
import { figureText, labelFacts, labelTitle } from '../terminal/render-labels.js';
import { markdownText } from '../../markdown/markdown-text.js';
import type { LimitedText } from './limited-text.js';

/** Labels of which the confusion matrix is shown. */
const MOST_IN_MATRIX = 10;

function matrixOf({ labels, confusion }: ClassificationSummary): string {
  if (labels.length > MOST_IN_MATRIX) return '';
  const names = labels.map((label) => markdownText(labelTitle(label)));
  const rows = confusion.map((row, index) => `| **${names[index] ?? ''}** | ${row.map((count) => formatCount(count)).join(' | ')} |\n`);
  return `\n| true \\ said | ${names.join(' | ')} |\n|---|${names.map(() => '--:|').join('')}\n${rows.join('')}`;
}

/** Figures of labels, folded, of each group that has any. */
export function addLabels(text: LimitedText, groups: readonly GroupSummary[]): void {
  for (const group of groups) {
    for (const summary of group.classifications ?? []) {
      const title = `${markdownText(group.suite)} on ${markdownText(targetTitle(group.target, group.variant))}: ${labelFacts(summary)}`;
      if (!text.add(`\n<details><summary>${title}</summary>\n\n| Label | True | Said | Precision | Recall | F1 |\n|---|--:|--:|--:|--:|--:|\n`)) return;
      text.addItems(
        summary.labels,
        (label) => `| ${markdownText(labelTitle(label))} | ${formatCount(label.support)} | ${formatCount(label.predicted)} | ${figureText(label.precision, label.precisionInterval)} | ${figureText(label.recall, label.recallInterval)} | ${figureText(label.f1, label.f1Interval)} |\n`,
        { share: 0.5, mark: '\n', name: 'more labels' },
      );
      text.add(matrixOf(summary));
      text.end('\n</details>\n');
    }
  }
}
