import { beforeAll, expect, test } from 'vitest';
import { lossyProject } from './support/projects/lossy-project.js';

const { models, assay, run } = lossyProject();

beforeAll(async () => {
  await run('judged.yaml', 'bot', 'half');
});

test('what was lost of one case decides nothing where it could turn nothing', async () => {
  models.judge = 'one';
  const gated = await run('judged.yaml', 'bot', 'nearly', '--against', 'half', '--margin', '0.2');
  expect(gated.stdout).toContain('judged: not worse by more than 0.2');
  expect(gated.stdout).toContain('against half: 1 compared case has repeats or parts without a score');
  expect(gated.exitCode).toBe(0);
});

test('a reply that the run before lost leaves no later run undecided', async () => {
  await run('plain.yaml', 'lossy', 'lossy', '--repeat', '3');
  const gated = await run('plain.yaml', 'bot', 'whole', '--repeat', '3', '--against', 'lossy', '--margin', '0.2');
  expect(gated.stdout).toContain('against lossy: plain: not worse by more than 0.2');
  expect(gated.exitCode).toBe(0);
});

test('a run of which no reply came is undecided, and not inconclusive', async () => {
  const gated = await run('plain.yaml', 'silent', 'silent', '--against', 'whole');
  expect(gated.stdout).toContain('against whole: plain: what has no score decides whether it is worse');
  expect(gated.exitCode).toBe(3);
  // The other way round there is nothing that it could be compared with.
  const back = await assay('compare', 'silent', 'whole', '--margin', '0.2');
  expect(back.stdout).toContain('plain: no case has a score in both runs');
  expect(back.exitCode).toBe(4);
});

test('what shows with the lost repeats of a conversation alone, and not without them, is undecided: by both commands, as it is told', async () => {
  await run('talk.yaml', 'bot', 'steady', '--repeat', '5');
  await assay('baseline', 'save', 'steady');
  models.sinks = true;
  models.asked.clear();
  const against = await run('talk.yaml', 'bot', 'sinking', '--repeat', '5', '--against', 'baseline');
  // Two of five repeats are whole: too few to show it. Had the others got full marks, five would.
  for (const { exitCode, stdout } of [against, await assay('baseline', 'check', 'sinking'), await assay('compare', 'steady', 'sinking', '--margin', '0')]) {
    expect([exitCode, stdout]).toEqual([3, expect.stringMatching(/talk(?: on bot)?: what has no score decides whether it is worse/u)]);
    expect(stdout).not.toContain('worse than');
  }
});
