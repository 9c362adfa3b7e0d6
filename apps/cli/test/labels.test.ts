import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** What the target says (it repeats what it is asked), what is right, and the language. */
const ROWS = [
  ['positive', 'positive', 'en'], ['Positive.', 'positive', 'en'], ['negative', 'positive', 'en'], ['negative', 'negative', 'cs'],
  ['It is neutral, I think', 'neutral', 'cs'], ['no idea', 'neutral', 'cs'],
] as const;

test('labelled rows have accuracy, a confusion matrix and figures of every label: in the table, as JSON, in Markdown, and by slice', async () => {
  const lines = ROWS.map(([input, expected, lang], index) => JSON.stringify({ id: `r${index}`, expected_outcome: 'Says the label', input, expected_output: expected, tags: [`lang:${lang}`] }));
  const { folder } = await createWorkspace({
    'tone.jsonl': `${lines.join('\n')}\n`,
    'tone.yaml': 'assert:\n  - { type: label, labels: [positive, negative, neutral, mixed] }\n',
  });
  const shown = await runAssay(['run', 'tone.jsonl', '--target', 'mock', '--by', 'tag:lang', '--report', 'markdown=tone.md'], { cwd: folder });
  expect(shown.exitCode).toBe(1);
  const said = shown.stdout + shown.stderr;
  expect(said).toMatch(/Labels of tone on mock \(label\): accuracy 0\.67 \(0\.22–0\.96\) of 6, macro F1 0\.71 \(0\.\d\d–\d\.\d\d\) without 1 absent label, micro F1 0\.73 \(0\.\d\d–\d\.\d\d\)\n/u);
  // A figure, and behind it its interval.
  const cell = (value: string): string => `\\s+${value.replace('.', '\\.')}\\s+${value === '–' ? '–' : '\\d\\.\\d\\d–\\d\\.\\d\\d'}`;
  const line = (...cells: readonly string[]): RegExp => new RegExp(`\n${cells.slice(0, 3).join('\\s+')}${cells.slice(3).map(cell).join('')}\n`, 'u');
  expect(said).toMatch(/\nLabel\s+True\s+Said\s+Precision\s+± 95 %\s+Recall\s+± 95 %\s+F1\s+± 95 %\n/u);
  for (const cells of [['mixed', '0', '0', '–', '–', '–'], ['negative', '1', '2', '0.50', '1.00', '0.67'], ['neutral', '2', '1', '1.00', '0.50', '0.67']]) expect(said).toMatch(line(...cells));
  expect(said).toMatch(/True \\ said\s+mixed\s+negative\s+neutral\s+positive\s+\(no label\)\nmixed(?:\s+0){5}\nnegative\s+0\s+1\s+0\s+0\s+0\nneutral\s+0\s+0\s+1\s+0\s+1\n/u);
  expect(said).toMatch(/By tag:lang.*Accuracy.*Macro F1.*\ncs\s.*0\.67.*\nen\s.*0\.67/u);
  expect(await readFile(join(folder, 'tone.md'), 'utf8')).toContain('| true \\ said | mixed | negative | neutral | positive |');

  const sliced = await runAssay(['show', '--by', 'tag:lang', '--json'], { cwd: folder });
  expect(JSON.parse(sliced.stdout)).toMatchObject({
    schema_version: 1,
    by: 'tag:lang',
    slices: [
      { value: 'cs', trials: 3, passed: 2, classifications: [{ evaluator: 'label', items: 3, confusion: [[0, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 1], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]] }] },
      { value: 'en', trials: 3, pass_rate: expect.closeTo(2 / 3, 12), classifications: [{ items: 3, accuracy: expect.closeTo(2 / 3, 12), labels: expect.arrayContaining([expect.objectContaining({ label: 'positive', support: 3, predicted: 2 })]) }] },
    ],
  });

  // In the words of the summary, at every depth.
  expect(sliced.stdout).toContain('"precision_interval":{');
  expect(sliced.stdout).not.toMatch(/"[a-z\d]+[A-Z]\w*":/u);

  const { stdout } = await runAssay(['run', 'tone.jsonl', '--target', 'mock', '--json'], { cwd: folder });
  const { groups } = JSON.parse(stdout) as { groups: [{ classifications: [{ items: number; accuracy: number; absent: number; labels: { label: string; f1: number }[]; confusion: number[][] }] }] };
  const [{ classifications: [found] }] = groups;
  expect(found).toMatchObject({ evaluator: 'label', items: 6, absent: 1 });
  expect(found.accuracy).toBeCloseTo(4 / 6, 12);
  expect(found.confusion).toEqual([[0, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 1], [0, 1, 0, 2, 0], [0, 0, 0, 0, 0]]);
});

/** The score of a row for each reply, with these labels. */
async function scoresOf(labels: readonly string[], rows: readonly (readonly [reply: string, expected: string])[]): Promise<readonly unknown[]> {
  const lines = rows.map(([input, expected], index) => JSON.stringify({ id: `r${index}`, expected_outcome: 'Says the label', input, expected_output: expected }));
  const { folder } = await createWorkspace({ 'tone.jsonl': `${lines.join('\n')}\n`, 'tone.yaml': `assert:\n  - { type: label, labels: ${JSON.stringify(labels)} }\n` });
  await runAssay(['run', 'tone.jsonl', '--target', 'mock', '--out', 'run'], { cwd: folder });
  const stored = (await readFile(join(folder, 'run/results.jsonl'), 'utf8')).trimEnd().split('\n').map((line) => JSON.parse(line) as { case_id: string; score: unknown });
  return stored.toSorted((a, b) => (a.case_id < b.case_id ? -1 : 1)).map(({ score }) => score);
}

test('of labels within each other a reply says the longer one, and a part of a number is no label', async () => {
  expect(await scoresOf(['spam', 'not spam'], [['It is not spam.', 'not spam'], ['It is spam.', 'spam'], ['It is spam. No, not spam.', 'spam'], ['- not spam', 'not spam'], ['«Spam»', 'spam']])).toEqual([1, 1, 0, 1, 1]);
  expect(await scoresOf(['1', '2'], [['Rating: 1.', '1'], ['Rating: 1.5', '1'], ['1.0', '1'], ['Rating: -1', '1']])).toEqual([1, 0, 0, 0]);
});

test('a reply that is full of spaces is read in the time that its length takes', async () => {
  const start = performance.now();
  expect(await scoresOf(['spam', 'ham'], [[`a${' '.repeat(400_000)}b`, 'spam'], [`${'"'.repeat(200_000)}spam${'"'.repeat(200_000)}`, 'spam']])).toEqual([0, 1]);
  // It took two minutes.
  expect(performance.now() - start).toBeLessThan(20_000);
});
