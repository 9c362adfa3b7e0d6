import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import type { Diagnostic, NormalizeContext } from '@assay/schema';
import { sampleDefinitions } from '../../../test/sample-definitions.js';
import { normalizeEvalCase } from './eval-case.js';
import { normalizeSuiteHeader } from './suite-header.js';

function recording(): { context: NormalizeContext; found: Diagnostic[] } {
  const found: Diagnostic[] = [];
  const context: NormalizeContext = {
    locate: (path) => ({ file: path.join('.'), line: 1, column: 1 }),
    report: (diagnostic) => found.push(diagnostic),
    aliasPrecedence: 'canonical',
    linePrefix: 'Line 7: ',
    tally: { errors: 0 },
  };
  return { context, found };
}

test('cases without evaluators of their own share those of their suite', () => {
  const { context } = recording();
  const header = normalizeSuiteHeader({ evaluators: ['a', 'a'] }, context);
  const evalCase = normalizeEvalCase({ id: 1, outcome: 'G', input: 'Q' }, context, header);
  expect(evalCase?.evaluators).toBe(header.defaultEvaluators);
  expect(evalCase?.evaluators.map(({ name }) => name)).toEqual(['a', 'a-2']);
});

test('findings name the line and point at the value', () => {
  const { context, found } = recording();
  const header = normalizeSuiteHeader({}, context);
  expect(normalizeEvalCase({ id: 1, outcome: 'G', input: 'Q', weight: -1 }, context, header)).toBeUndefined();
  expect(found).toMatchObject([{ message: 'Line 7: weight must be >= 0, not the number -1', location: { file: 'weight' } }]);
});

function read(raw: unknown, header: unknown = {}) {
  const { context, found } = recordingContext({ definitions: sampleDefinitions });
  return { evalCase: normalizeEvalCase(raw, context, normalizeSuiteHeader(header, context), ['cases', 0]), found };
}

const MINIMAL = { id: 'a', expected_outcome: 'G', input: 'Q' };

test('the least that a case may say, with a default for everything else', () => {
  expect(read(MINIMAL)).toStrictEqual({
    evalCase: {
      id: 'a',
      expectedOutcome: 'G',
      inputMessages: [{ role: 'user', content: 'Q' }],
      expectedMessages: [],
      evaluators: [{ name: 'llm_judge', type: 'llm_judge', weight: 1, options: {} }],
      execution: { target: 'default' },
      weight: 1,
      tags: [],
    },
    found: [],
  });
});

test('what people write for themselves is no part of the case', () => {
  const notes = { note: 'n', notes: ['n'], metadata: {}, description: 'd', $schema: 's', 'x-y': 1, _z: 1 };
  expect(read({ ...MINIMAL, ...notes })).toStrictEqual(read(MINIMAL));
});

test('metadata goes along with a case; what is none is left alone, and said', () => {
  const metadata = { source: 'wiki', level: 2 };
  expect(read({ ...MINIMAL, metadata })).toMatchObject({ evalCase: { metadata }, found: [] });
  expect(read({ ...MINIMAL, metadata: null })).toStrictEqual(read(MINIMAL));
  for (const other of ['wiki', ['wiki'], 5]) {
    const { evalCase, found } = read({ ...MINIMAL, metadata: other });
    expect(evalCase).toStrictEqual(read(MINIMAL).evalCase);
    expect(found).toEqual([expect.stringContaining('warning invalid-field at cases.0.metadata: metadata is no mapping but ')]);
  }
});

test('what is asked about may be said without the instructions around it, for targets that take none', () => {
  expect(read({ ...MINIMAL, plain_input: 'Great!' })).toMatchObject({ evalCase: { plainInput: 'Great!' }, found: [] });
  expect(read({ ...MINIMAL, plain_input: 5 }).found).toEqual([
    'error invalid-field at cases.0.plain_input: plain_input must be a string, not a number -> put it in quotes: plain_input: "5"',
  ]);
});

test('a case adds its tags to those of its suite, each once', () => {
  expect(read({ ...MINIMAL, tags: ['b', 'c'] }, { tags: ['a', 'b'] }).evalCase?.tags).toEqual(['a', 'b', 'c']);
});

test('a case with a target of its own keeps the evaluators of its suite', () => {
  const { evalCase } = read({ ...MINIMAL, execution: { target: 'own' } }, { execution: { target: 't' }, evaluator: { type: 'latency', max_ms: 5 } });
  expect(evalCase).toMatchObject({ execution: { target: 'own' }, evaluators: [{ type: 'latency' }] });
});

describe('the outcome', () => {
  test.each(['expected_outcome', 'outcome', 'criteria'])('may be called %s', (key) => {
    expect(read({ id: 'a', input: 'Q', [key]: 'G' })).toMatchObject({ evalCase: { expectedOutcome: 'G' }, found: [] });
  });

  test.each([
    [{ evaluators: [] }],
    [{ rubrics: [] }],
    [{ execution: { evaluators: [] } }],
  ])('may not be empty with %j: an empty list says nothing', (more) => {
    const { evalCase, found } = read({ ...MINIMAL, outcome: '', expected_outcome: null, ...more });
    expect(evalCase).toBeUndefined();
    expect(found).toContainEqual(expect.stringMatching(/^error invalid-field at cases\.0\.outcome: outcome must not be empty -> /u));
  });

  test('may not be empty when an evaluator compares the reply with it', () => {
    const empty = { ...MINIMAL, expected_outcome: '' };
    expect(read({ ...empty, evaluators: [{ type: 'llm_judge', prompt: 'Is it polite?' }] }).found).toEqual([]);
    expect(read({ ...empty, evaluator: 'llm_judge' })).toEqual({
      evalCase: undefined,
      found: ['error invalid-field at cases.0.expected_outcome: expected_outcome must not be empty: evaluator "llm_judge" compares the reply with it -> say what a good reply achieves, in words, or give the evaluator a prompt of its own'],
    });
    expect(read({ ...empty, evaluators: ['nonsense'] }).found).toEqual([expect.stringMatching(/^error unknown-evaluator /u)]);
  });

  test('may be empty only when something else says what is good', () => {
    expect(read({ ...MINIMAL, expected_outcome: '', rubrics: ['Is polite'] })).toMatchObject({ evalCase: { expectedOutcome: '' }, found: [] });
    expect(read({ ...MINIMAL, expected_outcome: ' ' })).toEqual({
      evalCase: undefined,
      found: ['error invalid-field at cases.0.expected_outcome: expected_outcome must not be empty -> say what a good reply achieves, in words; it may be empty only in a case with evaluators or rubrics of its own'],
    });
  });

  test('that is no text is wrong, not missing', () => {
    expect(read({ ...MINIMAL, expected_outcome: 5 }).found).toEqual([
      'error invalid-field at cases.0.expected_outcome: expected_outcome must be a string, not a number -> put it in quotes: expected_outcome: "5"',
    ]);
  });
});

describe('a case that lacks something is a warning', () => {
  test.each([
    [{}, 'missing id, missing expected_outcome, missing input_messages'],
    [{ id: 'a', input: 'Q' }, 'missing expected_outcome'],
    [{ id: null, expected_outcome: 'G', input: 'Q' }, 'missing id'],
    [{ id: 'a', expected_outcome: 'G', input_messages: null }, 'missing input_messages'],
  ])('%j', (raw, message) => {
    const { evalCase, found } = read(raw);
    expect(evalCase).toBeUndefined();
    expect(found).toEqual([expect.stringMatching(`^warning missing-field at cases\\.0: ${message} -> add `)]);
  });
});

test.each([['text'], [[MINIMAL]], [5], [null]])('%j is no case', (raw) => {
  expect(read(raw).found).toEqual([expect.stringMatching(/^error invalid-field at cases\.0: a case must be a mapping with id, expected_outcome and input, not /u)]);
});

test('every finding of a case is said, not only the first', () => {
  const { evalCase, found } = read({ id: '', outcome: 5, input: [], expected_output: 4, weight: -1, tags: [[]], execution: 't', evaluators: 'x', conversation_id: [] });
  expect(evalCase).toBeUndefined();
  expect(found.map((line) => /at (?<path>\S+):/u.exec(line)?.groups?.['path'])).toEqual([
    'cases.0.id', 'cases.0.outcome', 'cases.0.execution', 'cases.0.input', 'cases.0.expected_output', 'cases.0.conversation_id',
    'cases.0.evaluators', 'cases.0.weight', 'cases.0.tags.0',
  ]);
});

test('a case with an error after one without has only its own count against it', () => {
  const { context } = recordingContext();
  const header = normalizeSuiteHeader({}, context);
  expect(normalizeEvalCase({ ...MINIMAL, weight: -1 }, context, header)).toBeUndefined();
  expect(normalizeEvalCase(MINIMAL, context, header)).toBeDefined();
});
