import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('so do means that labels correct: by those of the run, and rates by those of an earlier one', async () => {
  const workspace = await createWorkspace();
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });
  const rubric = 'assertions: [{ type: contains, value: right }]';
  const light = Array.from({ length: 60 }, (_, index) => `  - { id: c${index}, expected_outcome: Says it, input: ${index % 4 === 0 ? 'wrong' : 'right'} ${index}, ${rubric} }\n`);
  const lost = '  - { id: lost, weight: 40, expected_outcome: Says it, input: right, assertions: [{ type: javascript, value: nothing.there }] }\n';
  await workspace.write({ 'answered.yaml': `evalcases:\n${light.join('')}` });
  const answer = async (run: string): Promise<void> => {
    const replies = (await assay('label', run, '--sample', '40', '--json')).stdout.trim().split('\n').map((line) => JSON.parse(line) as { trial_key: string; reply: string });
    await workspace.write({ 'answers.jsonl': replies.map(({ trial_key, reply }) => JSON.stringify({ trial_key, verdict: reply.includes('right') ? 'pass' : 'fail' })).join('\n') });
    expect((await assay('label', run, '--sample', '40', '--answers', 'answers.jsonl')).exitCode).toBe(0);
  };
  const corrected = async (run: string) => (JSON.parse((await assay('calibrate', run, '--json')).stdout) as { groups: readonly { method: string; score: { estimate: number; low: number }; pass_rate: { low: number; high: number } }[] }).groups[0];
  await assay('run', 'answered.yaml', '--target', 'mock', '--out', 'all');
  await answer('all');
  const all = await corrected('all');
  expect(all?.method).toBe('prediction_powered');
  await assay('calibrate', 'all', '--save');
  // The same suite with a case that outweighs the others and is lost.
  await assay('run', 'answered.yaml', '--target', 'mock', '--out', 'later');
  const later = await corrected('later');
  await workspace.write({ 'answered.yaml': `evalcases:\n${light.join('')}${lost}` });
  await assay('run', 'answered.yaml', '--target', 'mock', '--out', 'without');
  const without = await corrected('without');
  expect([later?.method, without?.method]).toEqual(['rogan_gladen', 'rogan_gladen']);
  expect(without?.pass_rate.low).toBeLessThan((later?.pass_rate.low ?? 0) - 0.15);
  await answer('without');
  const own = await corrected('without');
  expect(own).toMatchObject({ method: 'prediction_powered', score: { estimate: expect.closeTo(all?.score.estimate ?? 0, 1) as number } });
  expect(own?.score.low).toBeLessThan((all?.score.low ?? 0) - 0.15);
});
