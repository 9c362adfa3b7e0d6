import { expect, test } from 'vitest';
import { ANSWER, CALLS } from './support/projects/traced-calls.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** A script as AgentV's SDK of today runs it: strict about the names of today. */
const SDK_OF_TODAY = `
import { readFileSync } from 'node:fs';
const { criteria, input, expected_output, output, messages, input_files, metadata, trace_summary, token_usage, cost_usd, duration_ms, config } = JSON.parse(readFileSync(0, 'utf8'));
const isText = (value) => typeof value === 'string';
const isMap = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const maybe = (value) => value === undefined || typeof value === 'number';
const isMessage = ({ role, content }) => ['system', 'user', 'assistant', 'tool'].includes(role) && (isText(content) || Array.isArray(content) || isMap(content));
const good = {
  criteria: isText(criteria), output: isText(output), input_files: Array.isArray(input_files) && input_files.every(isText),
  lists: [input, expected_output, messages].every((list) => Array.isArray(list) && list.every(isMessage)),
  metadata: metadata === undefined || isMap(metadata), config: config === undefined || isMap(config),
  trace: typeof trace_summary.event_count === 'number' && typeof trace_summary.error_count === 'number',
  tool_calls: isMap(trace_summary.tool_calls) && Object.values(trace_summary.tool_calls).every((count) => typeof count === 'number'),
  figures: maybe(cost_usd) && maybe(duration_ms) && (token_usage === undefined || (maybe(token_usage.input) && maybe(token_usage.output))),
};
const bad = Object.keys(good).filter((name) => !good[name]);
if (bad.length > 0) {
  console.log(JSON.stringify({ score: 0, assertions: [{ text: 'Evaluation failed: ' + bad.join(', '), passed: false }] }, null, 2));
  process.exit(1);
}
const assertions = [{ text: criteria, passed: output.includes(config.word) }];
console.log(JSON.stringify({ score: assertions[0].passed ? 1 : 0, assertions, details: { metadata, calls: trace_summary.tool_calls, cost_usd, first: input[0].content } }, null, 2));
`;

test.each(['code-grader', 'script'])('a %s that was written with AgentV’s SDK of today finds all that it counts on', async (type) => {
  const workspace = await createWorkspace({
    'checks/today.mjs': SDK_OF_TODAY,
    'suite.yaml': `tests:
  - id: one
    criteria: Looks the order up
    input: Where is my order?
    metadata: { kind: orders }
    assertions:
      - { type: ${type}, command: [node, checks/today.mjs], config: { word: way } }
`,
    'out.jsonl': `${JSON.stringify({ id: 'one', output_messages: [{ role: 'assistant', tool_calls: CALLS }, ANSWER], cost_usd: 0.002 })}\n`,
  });
  const { exitCode } = await runAssay(['score', 'suite.yaml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
  expect(exitCode).toBe(0);
  const details = { metadata: { kind: 'orders' }, calls: { search: 2, lookup: 1 }, cost_usd: 0.002, first: 'Where is my order?' };
  expect((await workspace.rows())[0]?.evaluators[0]).toMatchObject({ score: 1, hits: ['Looks the order up'], details });
});
