import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const testCase = (rule: string): string => `id: mood
task: Name the mood as GLAD or SAD.
input: I like it.
expected: GLAD
rubric:
  c:
    description: Is it right?
    rule: ${rule}
`;

async function validate(rule: string) {
  const workspace = await createWorkspace({ 'suites/moods/001.yaml': testCase(rule) });
  return runAssay(['validate', 'suites/moods'], { cwd: workspace.folder });
}

/** The rule that a finding tells to write. */
function suggested(stdout: string): string {
  return /(?:did you mean |as in (?:[a-z]+: [^,]+, )*(?:or rule: )?)([\w.]+?)\??$/mu.exec(stdout)?.[1] ?? expect.fail(stdout);
}

describe('what a finding about a rule suggests can be written just so', () => {
  test.each([
    ['score_above_70%', 'score_above_0.7'],
    ['score_above_0,85', 'score_above_0.85'],
    ['score_above_85', 'score_above_0.85'],
    ['score_above_X', 'score_above_0.85'],
    ['length_max_1e3', 'length_max_1000'],
    ['length_max_1,000', 'length_max_1000'],
    ['length_max_1_000', 'length_max_1000'],
    ['score_above_0_85', 'score_above_0.85'],
    ['lenght_max_10k', 'length_max_10000'],
    ['length_max_2,5', 'length_max_500'],
    ['length_max', 'length_max_500'],
    ['rubric_score_1_too_5', 'rubric_score_1_to_5'],
    ['rubric_score_5', 'rubric_score_0_to_5'],
    ['rubric_score_5_to_0', 'rubric_score_0_to_5'],
    ['rubric_score_0_to_0.5', 'rubric_score_0_to_5'],
    ['{lenght_max: 500}', 'length_max'],
  ])('rule: %s', async (rule, expected) => {
    const wrong = await validate(rule);
    expect([wrong.exitCode, suggested(wrong.stdout)]).toEqual([2, expected]);
    const right = await validate(rule.startsWith('{') ? `{${expected}: 500}` : expected);
    expect([right.exitCode, right.stdout]).toEqual([0, expect.stringContaining(' 0 errors, 1 warning')]);
  });
});

test('a mapping of several keys is told as what it is, since a rule may be a mapping', async () => {
  const wrong = await validate('{ length_max: 500, ignore_case: true }');
  expect(wrong.stdout).toContain('error: criterion "c": rule must be one rule, not a mapping with length_max and ignore_case');
  const rule = /as in rule: (\{.*?\}), and its other options beside rule$/mu.exec(wrong.stdout)?.[1];
  expect([wrong.exitCode, (await validate(rule ?? '')).exitCode]).toEqual([2, 0]);
});
