import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import type { EvaluatorEntry } from '@assay/schema';
import { sampleDefinitions } from '../../../test/sample-definitions.js';
import { composeEvaluators, readEvaluators, readRubricEntry, type SuiteEvaluators } from './case-evaluators.js';

const of = (type: string, name?: string): EvaluatorEntry => ({ name, type, weight: 1, options: {} });

function read(raw: Readonly<Record<string, unknown>>, singular = true) {
  const { context, found } = recordingContext({ definitions: sampleDefinitions });
  return { types: readEvaluators(context, raw, [], singular)?.map(({ type }) => type), found };
}

describe('where evaluators may stand', () => {
  test.each([
    [{}, undefined],
    [{ evaluators: null, execution: null }, undefined],
    [{ execution: { target: 't' } }, undefined],
    [{ evaluators: ['llm_judge'] }, ['llm_judge']],
    [{ execution: { evaluators: ['llm_judge'] } }, ['llm_judge']],
    [{ evaluators: ['llm_judge'], execution: { target: 't' } }, ['llm_judge']],
    [{ evaluators: ['llm_judge'], execution: { evaluators: ['llm_judge'] } }, ['llm_judge']],
    [{ evaluator: 'llm_judge' }, ['llm_judge']],
    [{ evaluator: { type: 'llm_judge', prompt: 'p' } }, ['llm_judge']],
    [{ evaluator: ['llm_judge', 'llm_judge'] }, ['llm_judge', 'llm_judge']],
    [{ evaluator: 'llm_judge', evaluators: ['llm_judge'] }, ['llm_judge']],
  ])('%j', (raw, types) => {
    expect(read(raw)).toEqual({ types, found: [] });
  });

  test.each([
    [{ evaluators: ['llm_judge'], execution: { evaluators: ['composite'] } }, 'execution.evaluators'],
    [{ evaluators: ['llm_judge'], evaluator: 'composite' }, 'evaluator'],
  ])('%j: the canonical one counts, and the other is warned about', (raw, loser) => {
    const { types, found } = read(raw);
    expect(types).toEqual(['llm_judge']);
    expect(found).toEqual([expect.stringMatching(`^warning alias-conflict at key ${loser}: evaluators and ${loser} differ`)]);
  });

  test.each([
    [{ evaluators: [] }, 'evaluators'],
    [{ execution: { evaluators: [] } }, 'execution.evaluators'],
    [{ evaluator: [] }, 'evaluator'],
  ])('%j: an empty list counts as left out, with a note', (raw, label) => {
    expect(read(raw)).toEqual({
      types: undefined,
      found: [expect.stringMatching(`^info empty-list at key ${label}: ${label} is an empty list, which counts as left out`)],
    });
  });

  test('a suite’s evaluator is no list of its own', () => {
    expect(read({ evaluator: 'llm_judge' }, false).types).toBeUndefined();
  });
});

describe('what a case gets', () => {
  function composed(own: Parameters<typeof composeEvaluators>[1], suite: SuiteEvaluators): readonly string[] {
    const { context } = recordingContext({ definitions: sampleDefinitions });
    return composeEvaluators(context, own, suite).map(({ name }) => name);
  }

  test.each<[string, Parameters<typeof composeEvaluators>[1], SuiteEvaluators, readonly string[]]>([
    ['nothing anywhere: llm_judge', {}, {}, ['llm_judge']],
    ['the suite’s default', {}, { fallback: of('latency') }, ['latency']],
    ['the suite’s list, not its default', {}, { list: [of('latency')], fallback: of('x') }, ['latency']],
    ['its own list, not the suite’s', { list: [of('a')] }, { list: [of('b')] }, ['a']],
    ['its own rubric and the suite’s list', { rubric: of('rubric') }, { list: [of('b')] }, ['rubric', 'b']],
    ['the suite’s rubric and its own list', { list: [of('a')] }, { rubric: of('rubric') }, ['rubric', 'a']],
    ['its own rubric, not the suite’s', { rubric: of('rubric', 'own') }, { rubric: of('rubric', 'suite') }, ['own']],
    ['an empty list: the suite’s default', { list: [] }, { fallback: of('b') }, ['b']],
    ['names made once, over all of them', { rubric: of('rubric'), list: [of('rubric')] }, {}, ['rubric', 'rubric-2']],
  ])('%s', (_, own, suite, names) => {
    expect(composed(own, suite)).toEqual(names);
  });
});

test('an empty list of rubrics counts as left out, with a note, like an empty list of evaluators', () => {
  const { context, found } = recordingContext({ definitions: sampleDefinitions });
  expect(readRubricEntry(context, { rubrics: [] }, [])).toBeUndefined();
  expect(found).toEqual([expect.stringMatching(/^info empty-list at key rubrics: rubrics is an empty list, which counts as left out/u)]);
});

test('inline rubrics are a rubric evaluator, with its options checked', () => {
  const { context, found } = recordingContext({ definitions: sampleDefinitions });
  expect(readRubricEntry(context, { rubrics: ['Is polite'] }, [])).toEqual({ name: undefined, type: 'rubric', weight: 1, options: { rubrics: ['Is polite'] } });
  expect(readRubricEntry(context, {}, [])).toBeUndefined();
  expect(found).toEqual([]);
  readRubricEntry(context, { rubrics: [{ text: 5 }] }, ['cases', 0]);
  expect(found).toEqual([
    expect.stringMatching(/^warning unknown-key at key cases\.0\.rubrics\.0\.text/u),
    expect.stringMatching(/^error invalid-option at cases\.0\.rubrics\.0/u),
  ]);
});
