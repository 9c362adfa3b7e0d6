import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = 'target: mock\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Hi }] }\n';

async function drawn() {
  const workspace = await createWorkspace({ 'a.yaml': SUITE });
  const run = (...args: readonly string[]) => runAssay([...args], { cwd: workspace.folder });
  await run('run', 'a.yaml', '--out', 'out');
  const reply = JSON.parse((await run('label', 'out', '--json')).stdout) as { readonly trial_key: string };
  return { reply, answer: async (text: string) => {
    await workspace.write({ 'answers.jsonl': text });
    return run('label', 'out', '--answers', 'answers.jsonl');
  } };
}

test('answers that say something in a word that is mistyped, or name no reply, are refused with what is meant', async () => {
  const { reply: { trial_key: key }, answer } = await drawn();
  const { stderr, exitCode } = await answer(
    [{ trial_key: key, verdict: 'fail', skiped: true }, { trial_key: key, score: 1, nte: 'Too kind' }, { verdict: 'pass' }, [], 5].map((line) => JSON.stringify(line)).join('\n'),
  );
  expect(stderr).toContain('answers.jsonl:1:1: error: unknown key "skiped"\n  fix: did you mean skipped?');
  expect(stderr).toContain('answers.jsonl:2:1: error: unknown key "nte"\n  fix: did you mean note?');
  expect(stderr).toContain('answers.jsonl:3:1: error: trial_key is missing\n  fix: write {"trial_key"');
  expect(stderr).toContain('answers.jsonl:4:1: error: this line is no JSON object');
  expect(stderr).toContain('answers.jsonl:5:1: error: this line is no JSON object');
  expect(exitCode).toBe(2);
});

test('a printed reply with a verdict beside it is an answer, also in a file of Windows', async () => {
  const { reply, answer } = await drawn();
  const { stdout, stderr, exitCode } = await answer(`\uFEFF${JSON.stringify({ ...reply, verdict: 'pass', note: 'Good' })}\r\n`);
  expect(stdout, stderr).toContain('1 label kept');
  expect(exitCode).toBe(0);
});
