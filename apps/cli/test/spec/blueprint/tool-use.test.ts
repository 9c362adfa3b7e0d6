import { describe, expect, test } from 'vitest';
import { evaluate } from '../../../src/index.js';
import { runAssay } from '../../support/commands/warm-assay.js';
import { outputLines, pointScores, pointsOf, targetLine } from '../../support/projects/blueprints.js';
import { startChatServer } from '../../support/servers/chat-server.js';
import { rowOf, scoreTogether } from '../../support/projects/scored-together.js';
import { createWorkspace } from '../../support/projects/workspace.js';
import { load } from '../composed-loader.js';

/** Tools that are never executed: calls are read from lines of the reply, and checked. */

const call = (name: string, args: unknown = {}): string => `TOOL_CALL ${JSON.stringify({ name, arguments: args })}`;
const lines = (...texts: readonly string[]): string => texts.join('\n');

const CALCULATOR = `# Header
title: "A calculator, never run"
models:
  - openai:gpt-4o-mini
tools:
  - name: calculator
    description: "Works out sums."
    schema:
      type: object
      properties: { expression: { type: string } }
      required: [expression]
toolUse:
  enabled: true
  mode: trace-only
  maxSteps: 2
  outputFormat: json-line
---
# Prompts
- id: sum
  messages:
    - system: |
        Write each tool call on a line of its own:
        TOOL_CALL {"name":"<tool>","arguments":{...}}
        Write nothing else.
    - user: "What is (214*31) - 900?"
  should:
    - $tool_called: "calculator"
    - $tool_args_match: { name: "calculator", where: { expression: "(214*31)-900" } }
    - $tool_call_count_between: [1, 1, "calculator"]
`;

describe.concurrent('one tool', () => {
  test('loads without a warning', async () => {
    const { findings, cases } = await load('b.yml', { 'b.yml': CALCULATOR });
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(cases[0]?.inputMessages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  test.each<[string, string, readonly number[]]>([
    ['the right call', call('calculator', { expression: '(214*31)-900' }), [1, 1, 1]],
    ['spaces in the argument', call('calculator', { expression: '(214 * 31) - 900' }), [1, 0, 1]],
    ['two calls', lines(call('calculator', { expression: '214*31' }), call('calculator', { expression: '(214*31)-900' })), [1, 1, 0]],
    ['another tool', call('search', { expression: '(214*31)-900' }), [0, 0, 0]],
    ['no call', 'It is 5734.', [0, 0, 0]],
  ])('%s', async (_name, reply, scores) => {
    const { row } = await scoreTogether(CALCULATOR, { sum: reply });
    expect(pointScores(row('sum'))).toEqual(scores);
  });

  test('the calls are kept in the row, and the tool is neither run nor sent to the model', async ({ onTestFinished }) => {
    const reply = lines('I will work that out.', call('calculator', { expression: '(214*31)-900' }));
    const server = await startChatServer(() => reply, onTestFinished);
    const workspace = await createWorkspace({ 'b.yml': CALCULATOR, '.assay/targets.yaml': `targets:\n${targetLine('agent', server.url)}` }, onTestFinished);
    await evaluate({ files: 'b.yml', cwd: workspace.folder, env: {}, targets: ['agent'], maxRetries: 0 });
    const [row] = await workspace.rows();
    expect(row).toMatchObject({ score: 1, warnings: [], output: { text: reply, toolCalls: [{ tool: 'calculator', input: { expression: '(214*31)-900' } }] } });
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]?.body).not.toHaveProperty('tools');
  });
});

const RESEARCH = `title: "An assistant that looks things up"
models:
  - openai:gpt-4o-mini
tools:
  - name: search
    description: "Searches the library"
    schema: { type: object, properties: { query: { type: string } }, required: [query] }
  - name: retrieve
    description: "Gets a whole document"
    schema: { type: object, properties: { docId: { type: string } }, required: [docId] }
  - name: answer
    description: "Answers the reader"
    schema: { type: object, properties: { text: { type: string } }, required: [text] }
toolUse:
  enabled: true
  mode: trace-only
  maxSteps: 5
---
- id: flow
  messages:
    - system: |
        You help in a library. Look things up.
        TOOL_CALL {"name":"<tool>","arguments":{...}}
        Tools: search, retrieve, answer
    - user: "What did the flood report of 2024 find?"
  should:
    - $tool_call_order: ["search", "retrieve", "answer"]
    - $tool_called: "search"
    - $tool_args_match:
        name: "search"
        where: {query: "2024 flood report"}
        normalizeWhitespace: true
    - $tool_call_count_between: [3, 5]
  should_not:
    - $tool_call_count_between: [6, 999]  # too many
`;

const search = call('search', { query: '2024  flood report' });
const retrieve = call('retrieve', { docId: '7' });
const answer = call('answer', { text: 'Rain.' });

describe.concurrent('several tools', () => {
  test.each<[string, readonly string[], readonly number[]]>([
    ['in order', [search, retrieve, answer], [1, 1, 1, 1, 1]],
    ['with others between', [search, search, retrieve, search, answer], [1, 1, 1, 1, 1]],
    ['out of order', [retrieve, search, answer], [0, 1, 1, 1, 1]],
    ['too few', [search, answer], [0, 1, 1, 0, 1]],
    ['too many', [search, search, search, retrieve, retrieve, answer], [1, 1, 1, 0, 0]],
    ['none', ['Rain.'], [0, 0, 0, 0, 1]],
  ])('%s', async (_name, reply, scores) => {
    const { row } = await scoreTogether(RESEARCH, { flow: lines(...reply) });
    expect(pointScores(row('flow'))).toEqual(scores);
    expect(row('flow').score).toBe(scores.reduce((sum, score) => sum + score, 0) / 5);
  });
});

describe.concurrent('functions on calls', () => {
  const scoresOf = async (points: string, ...reply: readonly string[]) => pointScores(await rowOf(`should:\n${points.trim().replaceAll(/^/gmu, '  ')}`, lines(...reply)));

  test('$tool_called: at least once', async () => {
    const points = '- $tool_called: "calculator"\n- $tool_called: "retrieve"\n- $not_tool_called: "delete"';
    expect(await scoresOf(points, call('calculator'), call('calculator'))).toEqual([1, 0, 1]);
    expect(await scoresOf(points, retrieve, call('delete'))).toEqual([0, 1, 0]);
  });

  test('$tool_args_match: a part of the arguments to any depth, an expression, and spaces left aside', async () => {
    const points = `
- $tool_args_match:
    name: "retrieve"
    where:
      docId: "41"
      options:
        snippet: true
- $tool_args_match:
    name: "calculator"
    where: "args.expression.includes('+')"
- $tool_args_match:
    name: "search"
    where: {query: "flood report"}
    normalizeWhitespace: true
- $tool_args_match:
    name: "search"
    where: {query: "flood report"}`;
    const hit = [call('retrieve', { docId: '41', options: { snippet: true, lines: 3 }, page: 2 }), call('calculator', { expression: '1+1' }), call('search', { query: ' flood   report' })];
    expect(await scoresOf(points, ...hit)).toEqual([1, 1, 1, 0]);
    const miss = [call('retrieve', { docId: '41', options: { snippet: false } }), call('calculator', { expression: '1*1' }), call('search', { query: 'flood reports' })];
    expect(await scoresOf(points, ...miss)).toEqual([0, 0, 0, 0]);
  });

  test('$tool_call_count_between: of all calls, or of one tool', async () => {
    const points = '- $tool_call_count_between: [1, 3]\n- $tool_call_count_between: [1, 1, "calculator"]\n- $tool_call_count_between: [0, 2, "retrieve"]';
    expect(await scoresOf(points, call('calculator'), retrieve, retrieve)).toEqual([1, 1, 1]);
    expect(await scoresOf(points, retrieve, retrieve, retrieve, call('x'))).toEqual([0, 0, 0]);
    expect(await scoresOf(points, 'none')).toEqual([0, 0, 1]);
  });

  test('$tool_call_order: in this order, others may stand between', async () => {
    const points = '- $tool_call_order: ["search", "retrieve", "answer"]';
    expect(await scoresOf(points, search, call('x'), retrieve, retrieve, answer)).toEqual([1]);
    expect(await scoresOf(points, search, answer, retrieve)).toEqual([0]);
  });
});

describe.concurrent('what a prompt says of its tools', () => {
  const LIMITS = 'requiredTools: [search]\nprohibitedTools: [delete]\nmaxCalls: 2\nshould: [{ $contains: TOOL }]';

  test.each<[string, readonly string[], readonly number[]]>([
    ['all kept', [search], [1, 1, 1, 1]],
    ['a required tool is missing', [retrieve], [1, 0, 1, 1]],
    ['a prohibited one is called', [search, call('delete')], [1, 1, 0, 1]],
    ['too many calls', [search, search, search], [1, 1, 1, 0]],
  ])('requiredTools, prohibitedTools and maxCalls are points like those that are written out: %s', async (_name, reply, scores) => {
    const row = await rowOf(LIMITS, lines(...reply));
    expect(pointScores(row)).toEqual(scores);
    expect(row.score).toBe(scores.reduce((sum, score) => sum + score, 0) / 4);
  });

  test('they name themselves in the row', async () => {
    expect(pointsOf(await rowOf(LIMITS, search)).map(({ text }) => text).slice(1)).toEqual(['required tool: search', 'prohibited tool: delete', 'at most 2 tool calls']);
  });
});

describe.concurrent('lines that are no calls', () => {
  test.each([
    ['TOOL_CALL {"name": "search", "arguments": {', /TOOL_CALL|tool call/u],
    ['TOOL_CALL search', /TOOL_CALL|tool call/u],
    ['TOOL_CALL {"arguments": {}}', /TOOL_CALL|tool call/u],
  ])('%s is told in the warnings of the row, and the calls beside it count', async (line, warning) => {
    const row = await rowOf('should:\n  - $tool_called: retrieve\n  - $tool_call_count_between: [1, 1]', lines(retrieve, line));
    expect(row.warnings).toEqual([expect.stringMatching(warning)]);
    expect(pointScores(row)).toEqual([1, 1]);
  });

  test('text around calls, and the words in the middle of a line, are only text', async () => {
    const row = await rowOf('should:\n  - $tool_call_count_between: [1, 1]', lines('I write TOOL_CALL lines:', retrieve, 'Done.'));
    expect(row).toMatchObject({ score: 1, warnings: [] });
  });
});

test('the command scores traces of outputs that exist already', async () => {
  const workspace = await createWorkspace({ 'b.yml': RESEARCH, 'out.jsonl': outputLines({ flow: lines(search, retrieve, answer) }) });
  const { exitCode } = await runAssay(['score', 'b.yml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
  const [row] = await workspace.rows();
  expect(row).toMatchObject({ score: 1, output: { toolCalls: [{ tool: 'search' }, { tool: 'retrieve' }, { tool: 'answer' }] } });
  expect(exitCode).toBe(0);
});
