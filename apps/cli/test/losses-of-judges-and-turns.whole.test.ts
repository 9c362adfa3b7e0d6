import { expect, test } from 'vitest';
import { CASES, lossyProject } from './support/projects/lossy-project.js';

const { models, assay, run } = lossyProject();

test('a judge that was down makes no run better than another one: what it would have said decides', async () => {
  models.judge = 'half';
  expect((await run('judged.yaml', 'bot', 'half')).exitCode).toBe(0);
  models.judge = 'down';
  const gated = await run('judged.yaml', 'bot', 'unjudged', '--against', 'half');
  expect(gated.stdout).toContain('1.00 (0.50–1.00)');
  expect(gated.stdout).toContain('against half: judged: what has no score decides whether it is worse');
  expect(gated.exitCode).toBe(3);
  const compared = await assay('compare', 'half', 'unjudged', '--margin', '0.2');
  expect(compared.stdout).toContain('UNDECIDED judged: what has no score decides whether it is worse 40 compared cases have repeats or parts without a score');
  expect(compared.stdout.match(/repeats or parts without a score/gu)).toHaveLength(1);
  expect(compared.exitCode).toBe(3);
  // With such a margin it does not matter what it would have said.
  expect((await assay('compare', 'half', 'unjudged', '--margin', '0.45')).exitCode).toBe(0);
  // Nor is a run worse because the one before it was not judged: it would have been, had that one got full marks.
  const back = await assay('compare', 'unjudged', 'half', '--margin', '0.1');
  expect(back.stdout).toContain('UNDECIDED');
  expect(back.exitCode).toBe(3);
  // Without a margin nothing is decided, and the loss is told all the same.
  const told = await assay('compare', 'half', 'unjudged');
  expect(told.stdout).toContain('! 40 compared cases have repeats or parts without a score');
  expect(told.exitCode).toBe(0);
});

test('a conversation of which no repeat is whole is no worse because its easy turn was lost more often', async () => {
  await run('talks.yaml', 'bot', 'talked', '--repeat', '2');
  await run('talks.yaml', 'lossy', 'interrupted', '--repeat', '3');
  const { stdout, exitCode } = await assay('compare', 'talked', 'interrupted', '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ total: { score_a: 0.5, score_b: 0.5, incomplete: 2 * CASES, change: { difference: 0, p_worse: 1, verdict: 'undecided' } } });
});
