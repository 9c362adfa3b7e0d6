import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { answersOf, lineOf, planned, project, WITH } from './support/projects/worker-project.js';

test('as many trials as go on at once begin while rows wait to be taken, and no more', async () => {
  const asked: string[] = [];
  const here = await project(({ text }) => {
    asked.push(text);
    return text.repeat(50_000);
  });
  await here.write({ 'evals/lines.jsonl': Array.from({ length: 20 }, (_, index) => lineOf(`l${10 + index}`)).join('\n') });
  const jobs = await planned(here, '--id', 'l*');
  const { child, finished } = startAssay(['worker', '--stdio', ...WITH, '--concurrency', '4'], { cwd: here.folder, env: here.env, input: jobs });
  // A row is more than what fits between two processes.
  child.stdout?.pause();
  while (asked.length < 8) await sleep(10);
  await sleep(300);
  expect(asked).toHaveLength(8);
  child.stdout?.resume();
  const { rows, refused } = answersOf((await finished).stdout);
  expect([rows.length, refused, asked.length]).toEqual([20, [], 20]);
});

test('a worker whose rows nobody takes ends by itself', async () => {
  const here = await project();
  await here.write({ 'evals/lines.jsonl': Array.from({ length: 300 }, (_, index) => lineOf(`l${index}`)).join('\n') });
  const jobs = await planned(here, '--id', 'l*');
  const { child, finished } = startAssay(['worker', '--stdio', ...WITH, '--concurrency', '1'], { cwd: here.folder, env: here.env, input: jobs, keepInput: true });
  child.stdout?.once('data', () => child.stdout?.destroy());
  const { exitCode, stderr } = await finished;
  expect(stderr).toContain('nobody takes the rows');
  expect(exitCode).toBe(0);
});
