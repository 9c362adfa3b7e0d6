import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** A run of a conversation of three turns that each cost $0.10 and took 20.1 ms, which sums to a little more than $0.30 and 60.3 ms. */
async function runThreeTurns(evaluator: string) {
  const turn = (index: number): string => JSON.stringify({ id: 'one', turn: index, text: 'Hi.', cost_usd: 0.1, duration_ms: 20.1 });
  const asked = '{ role: user, content: Go on }';
  const reply = '{ role: assistant, content: null }';
  const { folder: cwd, rows } = await createWorkspace({
    'turns.jsonl': `${[1, 2, 3].map(turn).join('\n')}\n`,
    'talk.yaml': `targets: [{ name: agent, provider: replay, recording: turns.jsonl }]
execution: { target: agent }
evalcases:
  - id: one
    expected_outcome: x
    input_messages: [${[asked, reply, asked, reply, asked].join(', ')}]
    evaluators: [${evaluator}]
`,
  });
  const { exitCode } = await runAssay(['run', 'talk.yaml'], { cwd });
  const { hits, misses } = (await rows())[0]?.evaluators[0] ?? {};
  return { exitCode, hits, misses };
}

test.each([
  ['{ type: cost, max_usd: 0.3 }', 'cost $0.3, at most $0.3'],
  ['{ type: latency, max_ms: 60.3 }', 'took 60.3 ms, at most 60.3 ms'],
])('what the turns of a conversation took is within a limit of as much: %s', async (evaluator, hit) => {
  expect(await runThreeTurns(evaluator)).toEqual({ exitCode: 0, hits: [hit], misses: [] });
});

test.each([
  ['{ type: cost, max_usd: 0.2999999 }', 'cost $0.30000000000000004, at most $0.2999999'],
  ['{ type: latency, max_ms: 60.2999 }', 'took 60.300000000000004 ms, at most 60.2999 ms'],
])('and not within one of less: %s', async (evaluator, miss) => {
  expect(await runThreeTurns(evaluator)).toEqual({ exitCode: 1, hits: [], misses: [miss] });
});
