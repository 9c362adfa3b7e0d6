import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Sums and differences that are at the threshold, and that computers have a rounding step below it. */
const AT_THE_THRESHOLD = {
  levenshtein: '{ type: levenshtein, value: a123456789, threshold: 0.1 }',
  javascript: "{ type: javascript, value: 'return (0.7 + 0.7 + 0.7) / 3', threshold: 0.7 }",
  script: "{ type: script, script: [node, -e, 'console.log((0.7 + 0.7 + 0.7) / 3)'], threshold: 0.7 }",
  'point function': "{ type: js, value: '(0.7 + 0.7 + 0.7) / 3', threshold: 0.7 }",
};

function suite(evaluator: string): string {
  return `target: m\ntargets: [{ name: m, provider: mock, reply: abcdefghij }]\nevalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [${evaluator}] }\n`;
}

test.each(Object.entries(AT_THE_THRESHOLD))('a score of %s that is the threshold reaches it', async (_, evaluator) => {
  const { folder, rows } = await createWorkspace({ 'a.yaml': suite(evaluator) });
  const { exitCode } = await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ verdict }) => verdict)).toEqual(['pass']);
  expect(exitCode).toBe(0);
});

test('a point function whose score is the threshold is met, so that its opposite is not', async () => {
  const { folder, rows } = await createWorkspace({ 'a.yaml': suite("{ type: not_js, value: '0.1', threshold: 0.1 }") });
  const { exitCode } = await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ score, verdict }) => [score, verdict])).toEqual([[0, 'fail']]);
  expect(exitCode).toBe(1);
});

const TURNS = `target: m
targets: [{ name: m, provider: mock, reply: abcdefghij }]
tests:
  - id: talk
    mode: conversation
    on_turn_failure: stop
    turns:
      - { input: One, assertions: [{ type: javascript, value: 'return (0.7 + 0.7 + 0.7) / 3' }] }
      - { input: Two, assertions: [{ type: contains, value: abc }] }
`;

test('a turn whose score is the one to pass with is no failed one, which those after it would be stopped for', async () => {
  const { folder, rows } = await createWorkspace({ '.assay/config.yaml': 'verdicts: { pass: 0.7, borderline: 0.5 }\n', 'a.yaml': TURNS });
  await runAssay(['run', 'a.yaml', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ score }) => score)).toEqual([expect.closeTo(0.85)]);
});
