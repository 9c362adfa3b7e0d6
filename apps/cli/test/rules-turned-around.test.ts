import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const testCase = (criterion: string): Readonly<Record<string, string>> => ({
  'suites/moods/1.yaml': `id: a\ntask: Name the mood.\ninput: Yay\nexpected: GLAD\nrubric:\n  right: ${criterion}\ntags: [a]\n`,
});

test.each(['not_exact_match', 'not-exact_match', '"!exact_match"', 'not_length_max_5'])('whoever writes the rule %s is not told to write what scores the opposite', async (rule) => {
  const { folder: cwd } = await createWorkspace(testCase(`{ rule: ${rule} }`));
  const { exitCode, stdout } = await runAssay(['validate', 'suites/moods'], { cwd });
  expect(stdout).toContain('unknown rule ');
  expect(stdout).toContain('fix: rules have no opposite: say what the output is to be; forbidden_phrases lists what it may not say');
  expect(stdout).not.toContain('did you mean');
  expect(exitCode).toBe(2);
});

test('the keys that a criterion may have are listed once each', async () => {
  const { folder: cwd } = await createWorkspace(testCase('{ rule: exact_match, zzz: 1 }'));
  const { stdout } = await runAssay(['validate', 'suites/moods'], { cwd });
  expect(stdout).toContain('fix: known keys: value, ignore_case, trim, description, weight, rule\n');
});
