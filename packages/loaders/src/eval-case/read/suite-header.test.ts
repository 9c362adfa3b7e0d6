import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { sampleDefinitions } from '../../../test/sample-definitions.js';
import { normalizeSuiteHeader } from './suite-header.js';

function read(raw: unknown) {
  const { context, found } = recordingContext({ definitions: sampleDefinitions });
  return { header: normalizeSuiteHeader(raw, context), found };
}

const LLM_JUDGE = { name: 'llm_judge', type: 'llm_judge', weight: 1, options: {} };

test.each([[{}], [undefined], [null], ['text'], [[1]]])('%j: everything has a default', (raw) => {
  expect(read(raw)).toMatchObject({
    header: {
      dataset: undefined,
      description: '',
      execution: { target: 'default' },
      tags: [],
      defaultEvaluators: [LLM_JUDGE],
      aliasPrecedence: 'canonical',
      targets: [],
      casesKey: undefined,
    },
    found: [],
  });
});

test('everything that it says holds', () => {
  const { header, found } = read({
    $schema: 's', name: 'n', version: 1, metadata: {}, 'x-anchor': 1,
    description: 'D', dataset: 'set', execution: { target: 't' }, tags: ['a'], evaluator: 'latency',
    rubrics: ['Is polite'], targets: [{ name: 'x' }], alias_precedence: 'shorthand', tests: [],
  });
  expect(found).toEqual([
    'warning alias-conflict at key name: dataset and name differ; dataset is the name of the suite (dataset is here: key dataset) -> leave name out; what is for people alone can stand under note',
    'error invalid-option at evaluator: evaluator "latency": max_ms is missing',
  ]);
  expect(header).toMatchObject({
    dataset: 'set', description: 'D', execution: { target: 't' }, tags: ['a'],
    defaultEvaluators: [{ name: 'rubric', type: 'rubric' }],
    aliasPrecedence: 'shorthand', targets: [{ name: 'x' }], casesKey: 'tests',
  });
});

describe('names', () => {
  test('name stands in for dataset', () => {
    expect(read({ name: 'n' }).header.dataset).toBe('n');
  });

  test.each(['evalcases', 'eval_cases', 'cases', 'tests'])('the cases may stand under %s', (key) => {
    expect(read({ [key]: [] })).toMatchObject({ header: { casesKey: key }, found: [] });
  });
});

test.each([
  [{ alias_precedence: 'long' }, 'error invalid-field at alias_precedence: alias_precedence must be canonical or shorthand, not "long" -> canonical prefers input_messages over input; shorthand the reverse'],
  [{ targets: {} }, 'error invalid-field at targets: targets must be a list, not a mapping -> write a list of - name: … and provider: …'],
  [{ description: 5 }, 'error invalid-field at description: description must be a string, not a number -> put it in quotes: description: "5"'],
  [{ target: 5 }, 'error invalid-field at target: target must be the name of a target, not the number 5 -> name a target of the targets file, or write provider:model'],
  [{ evalutor: 'llm_judge' }, 'error unread-grading at key evalutor: unknown key "evalutor": it says how replies are scored, and nothing reads it -> did you mean evaluator?'],
])('%j is said once', (raw, finding) => {
  expect(read(raw).found).toEqual([finding]);
});
