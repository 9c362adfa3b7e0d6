import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { ANSWER, CALLS } from './support/projects/traced-calls.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/**
 * A script as AgentV's SDK runs it: reads everything at once, turns the keys to camelCase, is strict about what
 * it gets (a figure may be missing, never null), prints its result over several lines, and says on its standard
 * output what went wrong before it exits with 1.
 */
const SDK_SCRIPT = `
import { readFileSync } from 'node:fs';
const camel = (value) => Array.isArray(value) ? value.map(camel)
  : value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key.replace(/_([a-z0-9])/g, (_, c) => c.toUpperCase()), camel(item)]))
    : value;
const problems = [];
const need = (name, good) => { if (!good) problems.push(name); };
const texts = (list) => Array.isArray(list) && list.every((item) => typeof item === 'string');
const counts = (map) => map !== null && typeof map === 'object' && Object.values(map).every((item) => typeof item === 'number');
const maybe = (value) => value === undefined || typeof value === 'number';
const message = ({ role, content }) => ['system', 'user', 'assistant', 'tool'].includes(role) && content !== null && ['string', 'object'].includes(typeof content);
const input = camel(JSON.parse(readFileSync(0, 'utf8')));
for (const key of ['question', 'expectedOutcome', 'candidateAnswer', 'referenceAnswer']) need(key, typeof input[key] === 'string');
for (const key of ['guidelineFiles', 'inputFiles']) need(key, texts(input[key]));
for (const key of ['inputMessages', 'expectedMessages', 'outputMessages']) need(key, Array.isArray(input[key]) && input[key].every(message));
const trace = input.traceSummary ?? {};
need('eventCount', typeof trace.eventCount === 'number');
need('errorCount', typeof trace.errorCount === 'number');
need('toolNames', texts(trace.toolNames));
need('toolCallsByName', counts(trace.toolCallsByName));
need('durationMs', maybe(trace.durationMs));
need('costUsd', maybe(trace.costUsd));
const usage = trace.tokenUsage;
need('tokenUsage', usage === undefined || (typeof usage.input === 'number' && typeof usage.output === 'number' && maybe(usage.cached)));
console.log('log line {of the script}');
if (problems.length > 0) {
  console.log(JSON.stringify({ score: 0, hits: [], misses: [], reasoning: 'Evaluation failed: ' + problems.join(', ') }, null, 2));
  process.exit(1);
}
const { eventCount, toolNames, toolCallsByName, errorCount, durationMs, costUsd, tokenUsage } = trace;
const said = { eventCount, toolNames, toolCallsByName, errorCount, durationMs, costUsd, tokenUsage, config: input.config };
console.log(JSON.stringify({ score: eventCount <= input.config.maxToolCalls ? 1 : 0.5, reasoning: 'checked', misses: 'one text', details: said }, null, 2));
`;

const suite = (script: string, more = ''): string => `evalcases:
  - id: one
    expected_outcome: Looks the order up
    input: Where is my order?
    expected_output: On its way.
    evaluators:
      - { type: code_judge, script: ${script}${more} }
`;

describe('a script that was written with AgentV’s SDK', () => {
  const files = { 'checks/sdk.mjs': SDK_SCRIPT, 'suite.yaml': suite('[node, checks/sdk.mjs]', ', max_tool_calls: 2') };

  test('finds in a recorded trace what it counts on', async () => {
    const row = {
      id: 'one',
      output_messages: [{ role: 'assistant', tool_calls: CALLS }, ANSWER],
      token_usage: { input: 40, output: 8, cached: 30 },
      cost_usd: 0.002,
      duration_ms: 900,
    };
    const workspace = await createWorkspace({ ...files, 'out.jsonl': `${JSON.stringify(row)}\n` });
    const { exitCode, stderr } = await runAssay(['score', 'suite.yaml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
    expect([exitCode, stderr]).toEqual([1, expect.any(String)]);
    const [{ evaluators } = expect.fail('no row')] = await workspace.rows();
    expect(evaluators).toMatchObject([
      {
        score: 0.5,
        misses: ['one text'],
        reasoning: 'checked',
        details: {
          eventCount: 3,
          toolNames: ['lookup', 'search'],
          toolCallsByName: { search: 2, lookup: 1 },
          errorCount: 1,
          durationMs: 900,
          costUsd: 0.002,
          tokenUsage: { input: 40, output: 8 },
          config: { maxToolCalls: 2 },
        },
      },
    ]);
  });

  test('runs on a recording without figures, and on a reply of a model', async () => {
    const server = await startChatServer(() => 'On its way.');
    const workspace = await createWorkspace({ ...files, 'out.jsonl': '{"id": "one", "text": "On its way."}\n' });
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url };
    const scored = await runAssay(['score', 'suite.yaml', '--outputs', 'out.jsonl', '--out', 'scored'], { cwd: workspace.folder });
    const ran = await runAssay(['run', 'suite.yaml', '--target', 'openai:gpt-4o-mini', '--out', 'ran'], { cwd: workspace.folder, env });
    expect([scored.exitCode, ran.exitCode]).toEqual([0, 0]);
    expect((await workspace.rows('scored'))[0]?.evaluators[0]).toMatchObject({ score: 1, details: { eventCount: 0, toolNames: [] } });
    expect((await workspace.rows('ran'))[0]?.evaluators[0]).toMatchObject({ score: 1, details: { tokenUsage: { input: 20, output: 10 } } });
  });

  test('shows on which stream it said what went wrong, with how it ended', async () => {
    const script = `[node, -e, "console.log(JSON.stringify({score: 0, reasoning: 'Evaluation failed: no trace'}, null, 2)); console.error('at line 3'); process.exit(1)"]`;
    const workspace = await createWorkspace({ 'suite.yaml': suite(script) });
    const { exitCode, stdout } = await runAssay(['run', 'suite.yaml', '--target', 'mock'], { cwd: workspace.folder });
    expect([exitCode, stdout]).toEqual([3, expect.stringContaining('failed with exit code 1')]);
    const [row] = await workspace.rows();
    expect(row?.evaluators[0]).toMatchObject({
      score: null,
      error: { message: expect.stringMatching(/^the script `node -e [^]*` failed with exit code 1; its standard output ends with:\n\{[^]*Evaluation failed: no trace[^]*\}; its standard error ends with:\nat line 3$/u) },
    });
  });
});

const BLANK: readonly (readonly [what: string, evaluator: string, says: string])[] = [
  ['an empty text', '{ type: code_judge, script: "" }', 'script must not be empty'],
  ['white space', '{ type: code_judge, script: "  " }', 'script must not be empty'],
  ['an empty list', '{ type: code_judge, script: [] }', 'script must not be empty'],
  ['an empty program', '{ type: code_judge, script: ["", x] }', 'script must start with a program, not with an empty text'],
  [
    'an empty aggregator',
    '{ type: composite, evaluators: [{ type: contains, value: a }], aggregator: { type: code_judge, path: "" } }',
    'path must not be empty',
  ],
];

test.each(BLANK)('%s as a script is an error where it stands', async (_, evaluator, says) => {
  const text = `evalcases:\n  - id: one\n    expected_outcome: x\n    input: y\n    evaluators:\n      - ${evaluator}\n`;
  const workspace = await createWorkspace({ 'x.yaml': text });
  const { exitCode, stdout } = await runAssay(['validate', 'x.yaml'], { cwd: workspace.folder });
  const column = 9 + evaluator.search(/(?:""|" {2}"|\[\]|\["", x\])/u);
  expect([exitCode, stdout]).toEqual([2, expect.stringContaining(`x.yaml:6:${column}: error: `)]);
  expect(stdout).toContain(says);
});

test('the meanings of scores may be a map, and stand for the description', async () => {
  const judge = await startChatServer(() => '{"reflection": "Right, with a slip.", "score": 8}');
  const workspace = await createWorkspace({
    'x.yaml': `evalcases:
  - id: one
    expected_outcome: Is right
    input: What is 2 + 2?
    rubrics:
      - { id: accuracy, score_ranges: { 0: All wrong, 7: Nearly right, 10: Right } }
`,
    'out.jsonl': '{"id": "one", "text": "About 4."}\n',
  });
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: judge.url };
  const { exitCode, stderr } = await runAssay(['score', 'x.yaml', '--outputs', 'out.jsonl', '--judge', 'openai:gpt-4o'], { cwd: workspace.folder, env });
  expect([exitCode, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
  expect(judge.requests.map(({ text }) => text)).toEqual([expect.stringMatching(/accuracy[^]*0 to 6: All wrong\n- 7 to 9: Nearly right\n- 10: Right/u)]);
  expect((await workspace.rows())[0]).toMatchObject({ score: 0.8, evaluators: [{ points: [{ text: 'accuracy', score: 0.8 }] }] });
});

test('zero is a limit like any other', async () => {
  const workspace = await createWorkspace({
    'x.yaml': `evalcases:
  - id: one
    expected_outcome: Says nothing to the tools
    input: Well?
    evaluators:
      - { name: times, type: tool_trajectory, mode: exact, expected: [{ tool: look, max_duration_ms: 0 }] }
      - { name: least, type: tool_trajectory, mode: any_order, minimums: { look: 1, guess: 0 } }
      - { name: calls, type: tool_call_count_between, value: [0, 0] }
      - { name: words, type: word_count_between, value: [0, 0] }
      - { name: length, type: length_max, value: 0 }
      - { name: near, type: field_accuracy, fields: [{ path: a, match: numeric_tolerance, tolerance: 0 }] }
    expected_messages: [{ role: assistant, content: { a: 1 } }]
`,
    'out.jsonl': `${JSON.stringify({ id: 'one', text: '{"a": 1}', tool_calls: [{ tool: 'look', duration_ms: 1 }] })}\n`,
  });
  const { exitCode, stderr } = await runAssay(['score', 'x.yaml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
  expect([exitCode, stderr]).toEqual([1, expect.not.stringContaining('warning')]);
  const [row] = await workspace.rows();
  expect(Object.fromEntries(row?.evaluators.map(({ name, score }) => [name, score]) ?? [])).toEqual({
    times: 0,
    least: 1,
    calls: 0,
    words: 0,
    length: 0,
    near: 1,
  });
});

describe('a script that writes an error beside its score', () => {
  const verdictOn = async (written: object) => {
    const workspace = await createWorkspace({ 'say.mjs': `console.log(${JSON.stringify(JSON.stringify(written))});`, 'suite.yaml': suite('[node, say.mjs]') });
    const { exitCode } = await runAssay(['run', 'suite.yaml', '--target', 'mock', '--out', 'out'], { cwd: workspace.folder });
    return { exitCode, row: JSON.parse(await workspace.read('out/results.jsonl')) as { score: number | null; error?: { message: string } } };
  };

  test('has no score, and its words are told', async () => {
    const { exitCode, row } = await verdictOn({ score: 1, error: 'the database is down' });
    expect([exitCode, row.score, row.error?.message]).toEqual([3, null, 'code_judge: the script gave the score 1 with an error beside it: the database is down']);
  });

  test.each([null, '', false])('has one where that says nothing: %j', async (error) => {
    expect(await verdictOn({ score: 1, error })).toMatchObject({ exitCode: 0, row: { score: 1 } });
  });
});
