import { expect, test } from 'vitest';
import { isGood, judgedRuns, numberIn } from './support/projects/judged-runs.js';

const { assay, compared, write } = judgedRuns('agreed', 'torn');

async function label(run: string): Promise<void> {
  const lines = (await assay('label', run, '--sample', '40', '--json')).stdout.trim().split('\n').map((line) => JSON.parse(line) as { readonly trial_key: string; readonly reply: string });
  await write({ 'answers.jsonl': lines.map(({ trial_key, reply }) => JSON.stringify({ trial_key, verdict: isGood(numberIn(reply)) ? 'pass' : 'fail' })).join('\n') });
  await assay('label', run, '--sample', '40', '--answers', 'answers.jsonl');
}

test('agreement and calibration of both runs stand side by side in reports of their comparison', async () => {
  for (const run of ['agreed', 'torn']) await label(run);
  const { json, markdown, html } = await compared('agreed', 'torn');
  expect(json.trust).toMatchObject([{ location: 'agreed', judging: { agreement: { alpha: 1 } } }, { location: 'torn' }]);
  const [agreed, torn] = json.trust ?? [];
  expect(torn?.judging?.agreement.alpha).toBeLessThan(0);
  expect([agreed, torn].map((each) => each?.calibration?.quality[0]?.tpr.value)).toEqual([1, 0]);
  expect(agreed?.calibration).toEqual(JSON.parse((await assay('calibrate', 'agreed', '--json')).stdout));
  expect(markdown).toMatch(/<summary>Judges of both runs<\/summary>\n\n\n\|  \| agreed \| torn \|\n[^]*\| Agreement of the judges \(alpha\) \| 1\.00 .*40 questions \| −0\.\d\d .*40 questions \|\n\| True passes that are passed \| 100\.0% \(.*30 labels \| 0\.0% \(/u);
  expect(markdown).toMatch(/the judges did not judge alike in both runs: the intervals of agreement of the judges \(alpha\), true passes that are passed/u);
  expect(markdown).toContain('<summary>Judges held against people (torn)</summary>');
  expect(html.runs.map(({ trust }) => trust)).toMatchObject([{ calibration: { summary: '40 labels of 40 cases for 40 replies' } }, { calibration: {} }]);
});
