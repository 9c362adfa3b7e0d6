import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definitions } from '../../../test/definitions.js';
import { findingsOf, projectFolder } from '../../../test/project-folder.js';
import { loadEvalCases } from '../../load-eval-cases.js';

async function said(text: string): Promise<readonly string[]> {
  const folder = await projectFolder({ 'package.json': '{}', 'a.yaml': text });
  const findings = await findingsOf(loadEvalCases(join(folder, 'a.yaml'), { definitions, workingDirectory: folder }));
  return findings.map(({ location, severity, message }) => `${location?.line} ${severity}: ${message}`);
}

const cases = (lines: string): string => `tests:\n  - { id: a, input: Hi, ${lines} }\n  - { id: b, input: Hi, ${lines} }\n`;
const REFUSED = 'assert: [{ type: skill-trigger, skill: x }]';
const MESSAGE = 'error: assertions of type "skill-trigger" are not supported';

test.each([
  ['assertions of cases', cases(REFUSED), [`2 ${MESSAGE}`, `3 ${MESSAGE}`]],
  ['assertions of turns', cases(`turns: [{ input: Ho, ${REFUSED} }]`), [`2 ${MESSAGE}`, `3 ${MESSAGE}`]],
  ['evaluators', 'tests:\n  - { id: a, input: Hi, evaluators: [7] }\n', ['2 error: an evaluator must be a mapping with a type, or the name of a type, not a number']],
  ['parts of evaluators', 'tests:\n  - { id: a, input: Hi, evaluators: [{ type: tool_trajectory, mode: exact, expected: [{ tool: t, args_match: exact }], argsMatch: exact }] }\n', [
    '2 error: unknown key "args_match" in expected: it says how replies are scored, and nothing reads it',
    '2 error: unknown key "argsMatch" in evaluators: it says how replies are scored, and nothing reads it',
  ]],
  ['names that people have for who judges', 'tests:\n  - { id: a, input: Hi, evaluators: [{ type: llm_judge, judge_model: x }, { type: rubric, rubrics: [y], judgeTarget: x }] }\n', [
    '2 error: unknown key "judge_model" in evaluators: it says how replies are scored, and nothing reads it',
    '2 error: unknown key "judgeTarget" in evaluators: it says how replies are scored, and nothing reads it',
  ]],
  ['other ways to say it', 'tests:\n  - { id: a, input: Hi, checks: [x] }\n', ['2 error: unknown key "checks" in tests: it says how replies are scored, and nothing reads it']],
  ['what a suite says', `${REFUSED}\n${cases('note: x')}`, [`1 ${MESSAGE}`]],
  ['what a suite says in other words', `checks: [x]\n${cases('note: x')}`, ['1 error: unknown key "checks": it says how replies are scored, and nothing reads it']],
  ['a default test', `default_test: file://test.yaml\n${cases('note: x')}`, ['1 error: a default_test in a file of its own is not supported']],
])('nobody misses an outcome where %s are refused, which might not read it', async (_, text, expected) => {
  // The evaluator that turns are made into is not installed here.
  expect((await said(text)).filter((line) => !line.includes('unknown evaluator type "turns"'))).toEqual(expected);
});

test('an outcome that is missing is named beside errors of another kind', async () => {
  expect(await said('tests:\n  - { id: a, input: 7 }\n')).toContainEqual('2 warning: missing expected_outcome');
  expect(await said('tests:\n  - { id: a, input: Hi, weight: heavy, evaluators: [{ type: llm_judge }] }\n')).toContainEqual('2 warning: missing expected_outcome');
});
