import { expect, test } from 'vitest';
import { calibratedProject, config, lines, TRUTH } from './support/projects/calibrated-project.js';

const { write, read, later } = calibratedProject();

test('a run that is judged as the labelled one was is corrected, and the interval holds the truth', async () => {
  const group = await later('same');
  expect(group).toMatchObject({ method: 'rogan_gladen' });
  expect([group && group.pass_rate.low < TRUTH, group && group.pass_rate.high > TRUTH]).toEqual([true, true]);
});

test('the same judges with another consensus, or another weight, are judged by nothing that was learned of the mean', async () => {
  await write({ '.assay/config.yaml': config('consensus: min') });
  const strict = await later('strict');
  expect(strict).toMatchObject({ method: 'none', pass_rate: { estimate: null } });
  expect(strict?.reasons.join()).toMatch(/is stale: judged by the min of fair .*, and calibrated for fair /u);
  expect(JSON.parse((await read('strict/results.jsonl')).split('\n')[0] ?? '')).toMatchObject({ evaluators: [{ points: [{ judges: [{ consensus: 'min' }, { consensus: 'min' }] }] }] });

  await write({ '.assay/config.yaml': config('consensus: mean').replace('fair, harsh', '{ model: fair, weight: 9 }, harsh') });
  const weighed = await later('weighed');
  expect(weighed?.method).toBe('none');
  expect(weighed?.reasons.join()).toMatch(/is stale: judged by fair \(.*weight 9\)/u);
  await write({ '.assay/config.yaml': config('consensus: mean') });
});

test('cases with criteria that nobody labelled are not corrected; one that outweighs all others leaves the interval wide', async () => {
  await write({ 'items.jsonl': lines((index) => ({ id: `new-${index}`, rubrics: ['Is blue'] })) });
  const other = await later('other');
  expect(other?.method).toBe('none');
  expect(other?.reasons.join()).toContain('no case of this run has the criteria of a labelled one');

  // What the heaviest case is says nothing of the others.
  await write({ 'items.jsonl': lines((index) => (index === 0 ? { weight: 1_000_000 } : {})) });
  const heavy = await later('heavy');
  expect(heavy).toMatchObject({ method: 'rogan_gladen' });
  expect((heavy?.pass_rate.high ?? 0) - (heavy?.pass_rate.low ?? 0)).toBeGreaterThan(0.8);
});
