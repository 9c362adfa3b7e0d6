import { expect, test } from 'vitest';
import { judgedRuns } from './support/projects/judged-runs.js';

const { assay, compared } = judgedRuns('agreed', 'again', 'torn', 'cascaded');

test('runs of one panel are compared without a word on judges', async () => {
  const { stdout, json, markdown, html } = await compared('agreed', 'again');
  expect(json.notes).toEqual([]);
  expect([stdout, markdown, html.page.comparison.reasons.join()].join()).not.toContain('judged by');
});

test('runs of different panels are compared with a warning, in every form', async () => {
  const note = 'items: judged by fair (openai:fair), right (openai:right) in agreed, and by the min of contrary (openai:contrary), fair (openai:fair) in torn: a difference may be one between the judges, and not between the replies';
  const { exitCode, json, markdown, html } = await compared('agreed', 'torn');
  expect([exitCode, json.notes]).toEqual([0, [note]]);
  expect(markdown).toContain(`- ⚠️ ${note}`);
  expect(html.page.comparison.reasons).toContain(note);
  expect((await assay('compare', 'agreed', 'torn')).stdout.replaceAll(/\s+/gu, ' ')).toContain(`! ${note}`);
  expect(JSON.parse((await assay('compare', 'agreed', 'torn', '--json')).stdout)).toMatchObject({ notes: [note] });
  const { stdout } = await assay('run', 'items.jsonl', '--target', 'bot', '--out', 'later', '--against', 'agreed', '--threshold', '0', '--concurrency', '20');
  expect(stdout.replaceAll(/\s+/gu, ' ')).toContain('against agreed: items: judged by fair (openai:fair), right (openai:right) in agreed, and by right (openai:right, asked first, alone unless within 0.25 of 0.5) in later');
});

test('a judge that is asked first is another way of judging, and needs its panel on neither side', async () => {
  expect((await compared('agreed', 'cascaded')).json.notes?.join()).toContain('judged by fair (openai:fair), right (openai:right) in agreed, and by right (openai:right, asked first, alone unless within 0.25 of 0.5) in cascaded');
  expect((await compared('cascaded', 'cascaded')).json.notes).toEqual([]);
});
