import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const run = async (evaluator: string, config = '') => {
  const workspace = await createWorkspace({
    'suite.yaml': `evalcases:\n  - {id: one, expected_outcome: says hello, input: hello, evaluators: [${evaluator}]}\n`,
    '.assay/targets.yaml': `targets:
  - {name: a, provider: mock, reply: '{"reflection": "fine", "classification": 1}'}
  - {name: b, provider: mock, reply: '{"reflection": "half", "classification": 0.5}'}
`,
    '.assay/config.yaml': config === '' ? '{}' : config,
  });
  const finished = await runAssay(['run', 'suite.yaml', '--target', 'mock'], { cwd: workspace.folder });
  return { ...finished, workspace };
};

describe('judges are made ready for exactly what needs them', () => {
  test('an evaluator that names several models is judged by all of them', async () => {
    const { workspace, exitCode } = await run('{type: llm_judge, model: [a, b]}');
    const [row] = await workspace.rows();
    expect(row?.evaluators[0]?.judges?.map(({ id, score }) => [id, score])).toEqual([
      ['a', 1],
      ['b', 0.5],
    ]);
    expect(row?.score).toBe(0.75);
    expect(exitCode).toBe(0);
  });

  test('a composite without a judge among its members needs none', async () => {
    const members = 'evaluators: [{type: contains, value: hello}, {type: not_contains, value: bye}]';
    const { exitCode, stderr } = await run(`{type: composite, ${members}}`);
    expect(stderr).not.toContain('judge');
    expect(exitCode).toBe(0);
  });

  test('a composite with a judge among its members, or as its aggregator, needs one', async () => {
    const member = await run('{type: composite, evaluators: [{type: contains, value: hello}, llm_judge]}');
    expect(member.exitCode).toBe(2);
    expect(member.stderr).toContain('needs an LLM judge');
    const aggregator = await run(
      '{type: composite, evaluators: [{type: contains, value: hello}], aggregator: {type: llm_judge, prompt: "{{evaluator_results_json}}"}}',
    );
    expect(aggregator.exitCode).toBe(2);
    const judged = await run('{type: composite, evaluators: [llm_judge]}', 'judges: [a]\n');
    expect(judged.exitCode).toBe(0);
  });
});
