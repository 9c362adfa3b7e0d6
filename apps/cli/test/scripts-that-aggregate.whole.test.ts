import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('a script that aggregates gets the results of the members, and what it says is read the same way', async () => {
  const aggregate = `
const { results, trace_summary } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const assertions = [{ text: 'gate', passed: results.gate.verdict === 'pass', evidence: 'score ' + results.gate.score }];
console.log(JSON.stringify({ score: results.gate.score === 1 ? 1 : 0, misses: 'calls ' + trace_summary.event_count, assertions }, null, 2));`;
  const workspace = await createWorkspace({
    'aggregate.cjs': aggregate,
    'out.jsonl': '{"id": "polite", "text": "Hello!"}\n{"id": "curt", "text": "What?"}\n',
    'suite.yaml': ['polite', 'curt']
      .map((id) => `  - id: ${id}
    expected_outcome: Says hello
    input: Say hello
    evaluators:
      - type: composite
        evaluators: [{ name: gate, type: contains, value: Hello }]
        aggregator: { type: code_judge, path: node aggregate.cjs }
`)
      .join('')
      .replace(/^/u, 'evalcases:\n'),
  });
  const { exitCode } = await runAssay(['score', 'suite.yaml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
  expect(exitCode).toBe(1);
  const rows = await workspace.rows();
  expect(Object.fromEntries(rows.map(({ caseId, evaluators: [composite] }) => [caseId, composite]))).toMatchObject({
    polite: { score: 1, hits: ['gate: score 1'], misses: ['calls 0'] },
    curt: { score: 0, hits: [], misses: ['calls 0', 'gate: score 0'] },
  });
});
