import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ask, makeTarget } from './targets.js';
import { SENTIMENT } from './tiny-models.js';

const EXAMPLE = new URL('../../../examples/sentiment/', import.meta.url);

interface Review {
  readonly text: string;
  readonly label: string;
}

const reviews = (name: string): readonly Review[] =>
  readFileSync(new URL(`data/${name}.ndjson`, EXAMPLE), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Review);

/** The other model is trained for seconds, by the same code: it is trained again where ASSAY_SAMPLES is "all". */
const TRAINED = process.env['ASSAY_SAMPLES'] === 'all' ? ['baseline', 'sentiment'] : ['baseline'];

test.each(TRAINED)('training %s again writes the same bytes, and the README tells what is measured', async (name) => {
  const script = fileURLToPath(new URL('train/train.mjs', EXAMPLE));
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--check', name]);
  expect(stdout).toMatch(new RegExp(`^${name}: \\d+ of 114 test reviews right`, 'mu'));
}, 180_000);

test('the runtime gives the labels that the training measured', async () => {
  const provider = await makeTarget('huggingface', { fine_tuned_weights: SENTIMENT, num_labels: 3 });
  const all = reviews('test');
  const replies = await Promise.all(all.map(({ text }) => provider.generate(ask(text))));
  await provider.close?.();
  const right = replies.filter(({ text }, index) => text === all[index]?.label).length;
  const told = /^sentiment: (\d+) of 114/mu.exec(readFileSync(new URL('README.md', EXAMPLE), 'utf8'))?.[1];
  expect(right).toBe(Number(told));
});

test('no review is trained on and measured with', () => {
  const trained = new Set([...reviews('train'), ...reviews('phrases')].map(({ text }) => text));
  expect(reviews('test').filter(({ text }) => trained.has(text))).toEqual([]);
  expect(reviews('train').length).toBeGreaterThan(300);
});
