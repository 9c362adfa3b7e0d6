import { expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { RUN, spender } from './support/projects/budget-spender.js';

test('a request that timed out has its next try refused where those behind it wait for room as well, and the run ends', async () => {
  // The first one takes so much that no other fits: the next one has its place, and waits for room, as it wants to be tried again.
  const { workspace, asked } = await spender(3, { answer: ({ text }) => (text.includes('c0') ? { hang: true } : undefined) });
  const { exitCode, stdout } = await startAssay([...RUN, '--concurrency', '1', '--timeout', '1', '--max-tokens', '160', '--json'], { cwd: workspace.folder }).finished;
  // A process of its own: nothing keeps it while all wait for each other, and it would end without a word.
  expect({ exitCode, asked: asked() }).toEqual({ exitCode: 3, asked: 1 });
  expect(JSON.parse(stdout)).toMatchObject({ complete: false, budgets: [{ stopped_by: 'tokens', untold: { requests: 1 } }] });
});

test('a judge at the account of the target is asked while trials wait for room, however few places there are', async () => {
  const cases = Array.from({ length: 16 }, (_, index) => `  - { id: c${index}, expected_outcome: says it, input: question ${index} }`);
  // Nobody knows how long replies get, so that one is asked alone, and all others wait for room until its judge is done.
  const { workspace } = await spender(0, { maxTokens: null, files: { 'evals/a.yaml': `evaluators: [{ type: llm_judge, prompt: rate }]\nevalcases:\n${cases.join('\n')}\n` } });
  for (const limit of [600, 1200]) {
    const { exitCode, stdout, stderr } = await startAssay(['run', 'evals/a.yaml', '--target', 'bot', '--judge', 'judge', '--max-tokens', String(limit), '--json'], { cwd: workspace.folder }).finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/assay run --resume \S+ --max-tokens \d+/u) as string });
    expect(JSON.parse(stdout)).toMatchObject({ complete: false, budgets: [{ stopped_by: 'tokens' }] });
  }
});

test('trials that wait for the reply to an equal request hold up nobody who waits for room, and the run ends', async () => {
  const cases = ['hangs', 'same', 'same', 'same'].map((input, index) => `  - { id: c${index}, expected_outcome: says it, input: ${input}, evaluators: [{ type: contains, value: it }] }`);
  const { workspace, asked } = await spender(0, { files: { 'evals/a.yaml': `evalcases:\n${cases.join('\n')}\n` }, answer: ({ text }) => (text.includes('hangs') ? { hang: true } : undefined) });
  const { child, finished } = startAssay(['run', 'evals/a.yaml', '--target', 'bot', '--concurrency', '4', '--timeout', '1', '--max-tokens', '160', '--cache', '--json'], { cwd: workspace.folder });
  const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const { exitCode, stdout } = await finished;
  clearTimeout(late);
  expect({ exitCode, asked: asked() }).toEqual({ exitCode: 3, asked: 1 });
  expect(JSON.parse(stdout)).toMatchObject({ complete: false, budgets: [{ stopped_by: 'tokens' }] });
});
