import type { EvaluationScore, JsonObject, ToolCall } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeResponse } from '../../../test/evaluation-input.js';
import { toolTrajectory } from './tool-trajectory.js';

/** Scores a trajectory given by tool names, or whole calls. */
function score(options: JsonObject, calls: readonly (string | ToolCall)[]): Promise<EvaluationScore> {
  const toolCalls = calls.map((call) => (typeof call === 'string' ? { tool: call } : call));
  return evaluateWith(toolTrajectory, options, { response: makeResponse({ toolCalls }) });
}

const tools = (...names: string[]): JsonObject[] => names.map((tool) => ({ tool }));

describe('tool_trajectory, any_order with minimums', () => {
  const options = { mode: 'any_order', minimums: { knowledgeSearch: 2, documentRetrieve: 1, generateReport: 1 } };

  test('the score is the share of tools that were called often enough', async () => {
    expect(await score(options, ['knowledgeSearch', 'documentRetrieve', 'knowledgeSearch'])).toMatchObject({
      score: 2 / 3,
      hits: ['knowledgeSearch: called 2 times', 'documentRetrieve: called once'],
      misses: ['generateReport: called never, expected at least once'],
    });
  });

  test('calls too few do not count', async () => {
    expect(await score({ mode: 'any_order', minimums: { a: 3 } }, ['a', 'a'])).toMatchObject({
      score: 0,
      misses: ['a: called 2 times, expected at least 3 times'],
    });
  });

  test('calls too many do no harm', async () => {
    expect(await score({ mode: 'any_order', minimums: { a: 1 } }, ['a', 'a', 'b'])).toMatchObject({
      score: 1,
      misses: [],
    });
  });
});

describe('tool_trajectory, zero as a limit', () => {
  test('a minimum of 0 always holds', async () => {
    const minimums = { a: 0, b: 1 };
    expect(await score({ mode: 'any_order', minimums }, ['b'])).toMatchObject({ score: 1, misses: [] });
    expect(await score({ mode: 'any_order', minimums }, [])).toMatchObject({ score: 0.5, hits: ['a: called never'] });
  });

  test('a call may take no time at all', async () => {
    const expected = [{ tool: 'a', max_duration_ms: 0 }];
    expect(await score({ mode: 'exact', expected }, [{ tool: 'a', durationMs: 0 }])).toMatchObject({ score: 1 });
    expect(await score({ mode: 'exact', expected }, [{ tool: 'a', durationMs: 1 }])).toMatchObject({ score: 0 });
  });
});

describe('tool_trajectory, any_order with expected', () => {
  test('the order does not matter, and each expected call needs a call of its own', async () => {
    expect(await score({ mode: 'any_order', expected: tools('b', 'a') }, ['a', 'b'])).toMatchObject({ score: 1 });
    expect(await score({ mode: 'any_order', expected: tools('a', 'a') }, ['a', 'b'])).toMatchObject({
      score: 0.5,
      hits: ['a'],
      misses: ['a: called only once'],
    });
  });

  test('a general expectation does not take the call that a particular one needs', async () => {
    const expected = [{ tool: 'search' }, { tool: 'search', input: { query: 'x' } }];
    const calls = [
      { tool: 'search', input: { query: 'x' } },
      { tool: 'search', input: { query: 'y' } },
    ];
    expect(await score({ mode: 'any_order', expected }, calls)).toMatchObject({ score: 1 });
  });

  test('minimums and expected count together', async () => {
    const options = { mode: 'any_order', minimums: { a: 2 }, expected: tools('b', 'c') };
    expect(await score(options, ['b', 'a', 'a'])).toMatchObject({ score: 2 / 3 });
  });
});

describe('tool_trajectory, in_order', () => {
  const options = { mode: 'in_order', expected: tools('fetchData', 'validateSchema', 'saveResults') };

  test('other calls may stand between the expected ones', async () => {
    expect(await score(options, ['fetchData', 'log', 'validateSchema', 'log', 'saveResults'])).toMatchObject({
      score: 1,
      hits: ['fetchData', 'validateSchema', 'saveResults'],
      misses: [],
    });
  });

  test('the score is the longest part that is in order', async () => {
    expect(await score(options, ['saveResults', 'fetchData', 'validateSchema'])).toMatchObject({
      score: 2 / 3,
      misses: ['saveResults: called, but not in this order'],
    });
    expect(await score(options, ['fetchData'])).toMatchObject({
      score: 1 / 3,
      misses: ['validateSchema: never called', 'saveResults: never called'],
    });
  });

  test('a sequence of the same tool needs that many calls', async () => {
    const three = { mode: 'in_order', expected: tools('knowledgeSearch', 'knowledgeSearch', 'knowledgeSearch') };
    expect(await score(three, ['knowledgeSearch', 'knowledgeSearch'])).toMatchObject({
      score: 2 / 3,
      misses: ['knowledgeSearch: called only 2 times'],
    });
  });
});

describe('tool_trajectory, exact', () => {
  const options = { mode: 'exact', expected: tools('checkCredentials', 'generateToken', 'auditLog') };

  test('the same calls in the same order score 1', async () => {
    expect(await score(options, ['checkCredentials', 'generateToken', 'auditLog'])).toMatchObject({
      score: 1,
      misses: [],
    });
  });

  test('calls too many count: the score is matches / the longer list', async () => {
    expect(await score(options, ['checkCredentials', 'generateToken', 'auditLog', 'extra'])).toMatchObject({
      score: 0.75,
      misses: ['extra: not expected'],
    });
  });

  test('calls are compared place by place', async () => {
    expect(await score(options, ['checkCredentials', 'auditLog'])).toMatchObject({
      score: 1 / 3,
      hits: ['checkCredentials'],
      misses: ['generateToken: auditLog was called instead', 'auditLog: the calls ended before it'],
    });
  });

  test('an empty list means that nothing may be called', async () => {
    expect(await score({ mode: 'exact', expected: [] }, [])).toMatchObject({ score: 1 });
    expect(await score({ mode: 'exact', expected: [] }, ['a'])).toMatchObject({
      score: 0,
      misses: ['a: not expected'],
    });
  });
});

describe('tool_trajectory, input', () => {
  const call = { tool: 'search', input: { query: 'weather Paris', limit: 5 } };

  test.each([
    [{ input: { query: 'weather Paris' } }, 1],
    [{ args: { query: 'weather Paris' } }, 1],
    [{ input: { query: 'weather Rome' } }, 0],
    [{ input: 'any' }, 1],
    [{ args: 'any' }, 1],
    [{}, 1],
    [{ input: null }, 0],
  ])('%j scores %d', async (expectation, expected) => {
    expect(await score({ mode: 'in_order', expected: [{ tool: 'search', ...expectation }] }, [call])).toMatchObject({
      score: expected,
    });
  });

  test('hits and misses name the call with its input', async () => {
    const met = await score({ mode: 'in_order', expected: [{ tool: 'search', input: { limit: 5 } }] }, [call]);
    expect(met.hits).toEqual(['search({"query":"weather Paris","limit":5})']);
    const missed = await score({ mode: 'in_order', expected: [{ tool: 'search', input: { limit: 6 } }] }, [call]);
    expect(missed.misses).toEqual(['search({"limit":6}): its input was {"query":"weather Paris","limit":5}']);
    const without = await score({ mode: 'any_order', expected: [{ tool: 'a', input: { x: 1 } }] }, ['a']);
    expect(without.misses).toEqual(['a({"x":1}): its input was not given']);
  });
});

describe('tool_trajectory, max_duration_ms', () => {
  const expected = [{ tool: 'a', max_duration_ms: 100 }];

  test('a call that takes longer is a miss', async () => {
    expect(await score({ mode: 'exact', expected }, [{ tool: 'a', durationMs: 100 }])).toMatchObject({ score: 1 });
    expect(await score({ mode: 'exact', expected }, [{ tool: 'a', durationMs: 101 }])).toMatchObject({
      score: 0,
      misses: ['a: it took 101 ms, more than 100 ms'],
    });
  });

  test('a call whose duration is unknown counts, with a warning', async () => {
    expect(await score({ mode: 'exact', expected }, ['a'])).toMatchObject({
      score: 1,
      warnings: ['a: its duration is unknown, so max_duration_ms was not checked'],
    });
  });
});

test.each([
  { mode: 'any_order', minimums: { a: 1 } },
  { mode: 'any_order', expected: tools('a') },
  { mode: 'in_order', expected: tools('a') },
  { mode: 'exact', expected: tools('a') },
])('a response without tool calls scores 0, with misses: %j', async (options) => {
  const result = await score(options as JsonObject, []);
  expect(result).toMatchObject({ score: 0, hits: [], reasoning: 'the response has no tool calls' });
  expect(result.misses).toHaveLength(1);
});

describe('tool_trajectory, options', () => {
  const rule = 'mode must be one of any_order, in_order, exact';

  test.each([
    [{ mode: 'sometimes', expected: tools('a') }, rule],
    [{ expected: tools('a') }, `mode is required; ${rule}`],
    [{ mode: 'any_order' }, 'mode any_order needs minimums or expected, with at least one tool'],
    [{ mode: 'any_order', minimums: {} }, 'mode any_order needs minimums or expected, with at least one tool'],
    [{ mode: 'in_order' }, 'mode in_order needs expected, with at least one call'],
    [{ mode: 'in_order', expected: [] }, 'mode in_order needs expected, with at least one call'],
    [{ mode: 'exact' }, 'mode exact needs expected (an empty list means no calls)'],
    [{ mode: 'exact', expected: [], minimums: { a: 1 } }, 'minimums works with mode any_order only'],
    [{ mode: 'any_order', minimums: { a: -1 } }, 'minimums must be a whole number >= 0'],
    [{ mode: 'any_order', minimums: { a: 1.5 } }, 'minimums must be a whole number >= 0'],
    [{ mode: 'any_order', minimums: 3 }, 'minimums must map tools to numbers of calls'],
    [{ mode: 'in_order', expected: 'a' }, 'expected must be a list of calls, each {tool, input}'],
    [{ mode: 'in_order', expected: ['a'] }, 'an expected call must be a mapping of keys to values, got "a"'],
    [{ mode: 'in_order', expected: [{}] }, 'tool is required'],
    [{ mode: 'in_order', expected: [{ tool: 'a', max_duration_ms: -1 }] }, 'max_duration_ms must be >= 0'],
    [
      { mode: 'in_order', expected: [{ tool: 'a', input: 1, args: 1 }] },
      'input and args are the same option: give one of them',
    ],
  ])('%j is rejected: %s', (options, message) => {
    expect(findings(toolTrajectory, options)).toEqual([message]);
  });
});
