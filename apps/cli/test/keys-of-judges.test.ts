import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const HEAD = 'judge_model: j\n';
const EXECUTION = 'execution: { judgeModel: j }\n';
const cases = (more: string): string => `evalcases:\n  - { id: a, input: Hi, expected_outcome: fine, ${more} }\n`;
const AGGREGATOR = 'evaluators: [{ type: composite, evaluators: [{ type: contains, value: x }], aggregator: { type: llm_judge, judge_target: j } }]';

test.each([
  ['a suite', HEAD + cases('tags: [x]'), '1:1', 'judges: [provider:model] into .assay/config.yaml, or judge_target: NAME into the target'],
  ['an execution', EXECUTION + cases('tags: [x]'), '1:14', 'model: NAME into the evaluator that asks judges'],
  ['a case', cases('grader_model: j'), '2:', 'model: NAME into the evaluator that asks judges'],
  ['an aggregator', cases(AGGREGATOR), '2:', 'model: NAME, a target or provider:model'],
  ['a blueprint', 'models: [mock]\njudge_model: j\n---\n- { prompt: Hi, should: [is fine] }\n', '2:1', 'judges: [{ model: NAME }] under llm-coverage: in evaluationConfig'],
  ['a prompt', 'models: [mock]\n---\n- { prompt: Hi, should: [is fine], judge_model: j }\n', '3:', 'judges: [{ model: NAME }] under llm-coverage: in evaluationConfig of the header'],
])('a key of %s that says who judges is refused with how that is written there', async (_, text, place, fix) => {
  const { folder } = await createWorkspace({ 'a.yaml': text });
  const { exitCode, stdout, stderr } = await runAssay(['validate', 'a.yaml'], { cwd: folder });
  const lines = `${stdout}${stderr}`.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`a.yaml:${place}`) && /error: unknown key "(?:judge|grader)_?(?:model|target)"/iu.test(line));
  expect(lines[at + 1]).toContain(`fix: write ${fix}`);
  expect([at >= 0, exitCode]).toEqual([true, 2]);
});
