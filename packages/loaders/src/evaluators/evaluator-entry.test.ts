import { defineEvaluator } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { sampleDefinitions } from '../../test/sample-definitions.js';
import { readEvaluatorEntry, readEvaluatorList } from './evaluator-entry.js';

const installed = { definitions: sampleDefinitions, platform: 'linux' } as const;

function entry(raw: unknown, options: Parameters<typeof recordingContext>[0] = installed) {
  const { context, found } = recordingContext(options);
  return { entry: readEvaluatorEntry(context, raw, ['evaluators', 0]), found };
}

function list(...raw: readonly unknown[]) {
  const { context, found } = recordingContext(installed);
  return { entries: readEvaluatorList(context, raw, ['evaluators']), found };
}

test('an evaluator that compares replies can be no member of another one', () => {
  const comparing = defineEvaluator({ name: 'ranks', description: 'Ranks.', options: v.object({}), examples: [], compare: () => [] });
  const definitions = { ...sampleDefinitions, evaluators: [...sampleDefinitions.evaluators, comparing] };
  expect(entry({ type: 'ranks' }, { definitions }).found).toEqual([]);
  expect(entry({ type: 'composite', evaluators: ['llm_judge', 'ranks'] }, { definitions }).found).toEqual([
    'error invalid-field at evaluators.0.evaluators.1: ranks compares the replies of several targets, and can be no member of another evaluator -> write it as an entry of its own',
  ]);
});

test('what turns an assertion around is no key of an entry, which would be scored by the opposite', () => {
  const opposite = defineEvaluator({ name: 'not_latency', description: 'The opposite.', options: v.object({ max_ms: v.number() }), examples: [], evaluate: () => ({ score: 1 }) });
  const definitions = { ...sampleDefinitions, evaluators: [...sampleDefinitions.evaluators, opposite] };
  expect(entry({ type: 'latency', max_ms: 5, negate: true }, { definitions }).found).toEqual([
    'error unread-grading at key evaluators.0.negate: negate is read of assertions, and not here -> write type: not_latency, or put it under assert',
  ]);
  expect(entry({ type: 'latency', max_ms: 5, negate: 'yes' }).found).toEqual([
    'error unread-grading at key evaluators.0.negate: negate is read of assertions, and not here -> leave it out: latency has no opposite',
  ]);
});

describe('an entry', () => {
  test.each([
    ['llm_judge', { name: undefined, type: 'llm_judge', weight: 1, options: {} }],
    [{ type: 'llm-judge', name: 'safety', weight: 3, prompt: 'p' }, { name: 'safety', type: 'llm_judge', weight: 3, options: { prompt: 'p' } }],
    [{ type: 'latency', max_ms: 5, weight: null }, { name: undefined, type: 'latency', weight: 1, options: { max_ms: 5, unit: 'ms' } }],
    [{ type: 'code_judge', script: ['node', 'a.mjs'], mine: 1 }, { name: undefined, type: 'code_judge', weight: 1, options: { script: ['node', 'a.mjs'], mine: 1 } }],
    [{ type: 'code_judge', script: 'node a.mjs' }, { name: undefined, type: 'code_judge', weight: 1, options: { script: ['sh', '-c', 'node a.mjs'] } }],
  ])('%j', (raw, expected) => {
    expect(entry(raw)).toEqual({ entry: expected, found: [] });
  });

  test('is kept as written when nothing is known to be installed', () => {
    expect(entry({ type: 'anything', a: 1, b: { c: [] } }, {})).toEqual({
      entry: { name: undefined, type: 'anything', weight: 1, options: { a: 1, b: { c: [] } } },
      found: [],
    });
  });

  test.each([
    [5, 'error invalid-field at evaluators.0: an evaluator must be a mapping with a type, or the name of a type, not a number -> write - type: llm_judge'],
    [{}, 'error invalid-field at evaluators.0: an evaluator has no type -> add type: llm_judge, or another evaluator type'],
    [{ name: 'latency' }, 'error invalid-field at evaluators.0: evaluator "latency" has no type -> add type: latency'],
    [{ type: 5 }, 'error invalid-field at evaluators.0.type: the type of an evaluator must be a string, not a number'],
    [{ type: 'latencyy' }, 'error unknown-evaluator at evaluators.0.type: unknown evaluator type "latencyy"; installed: llm_judge, rubric, latency, code_judge, composite -> did you mean latency?'],
  ])('%j is an error and no entry', (raw, finding) => {
    expect(entry(raw)).toEqual({ entry: undefined, found: [finding] });
  });

  test.each([
    [{ type: 'llm_judge', name: '' }, 'error invalid-field at evaluators.0.name: the name of an evaluator must be a string, not "" -> leave it out to name the evaluator after its type'],
    [{ type: 'llm_judge', weight: -2 }, 'error invalid-field at evaluators.0.weight: evaluator "llm_judge": weight must be >= 0, not the number -2 -> write a number such as 1, 0.5 or 3; leave it out for 1'],
    [{ type: 'latency', name: 'quick' }, 'error invalid-option at evaluators.0: evaluator "quick": max_ms is missing'],
    [{ type: 'llm_judge', promt: 'p' }, 'warning unknown-key at key evaluators.0.promt: unknown key "promt" in evaluators; it is ignored -> did you mean prompt?'],
    [{ type: 'llm_judge', wieght: 2 }, 'warning unknown-key at key evaluators.0.wieght: unknown key "wieght" in evaluators; it is ignored -> did you mean weight?'],
  ])('%j is said at its place', (raw, finding) => {
    expect(entry(raw).found).toEqual([finding]);
  });

  test('may have keys that every object has a part of', () => {
    const raw: unknown = JSON.parse('{"type": "code_judge", "script": ["a"], "__proto__": {"script": ["b"]}}');
    expect(Object.entries(entry(raw).entry?.options ?? {})).toEqual([
      ['__proto__', { script: ['b'] }],
      ['script', ['a']],
    ]);
  });
});

describe('members of a composite', () => {
  test('are brought to the same form, at every depth', () => {
    const { entry: found, found: findings } = entry({
      type: 'composite',
      evaluators: ['llm-judge', { type: 'composite', evaluators: [{ type: 'code_judge', script: 'x' }, 'llm_judge', 'llm_judge'] }],
      aggregator: { type: 'code_judge', script: 'y' },
    });
    expect(findings).toEqual([]);
    expect(found?.options).toEqual({
      evaluators: [
        { name: 'llm_judge', type: 'llm_judge', weight: 1 },
        {
          name: 'composite',
          type: 'composite',
          weight: 1,
          evaluators: [
            { name: 'code_judge', type: 'code_judge', weight: 1, script: ['sh', '-c', 'x'] },
            { name: 'llm_judge', type: 'llm_judge', weight: 1 },
            { name: 'llm_judge-2', type: 'llm_judge', weight: 1 },
          ],
        },
      ],
      aggregator: { type: 'code_judge', script: ['sh', '-c', 'y'] },
    });
  });

  test('are checked like entries of the case', () => {
    const { found } = entry({ type: 'composite', evaluators: [{ type: 'latency', max_ms: 'soon' }, { type: 'nope' }] });
    expect(found.map((line) => line.split(':', 1)[0])).toEqual([
      'error invalid-option at evaluators.0.evaluators.0.max_ms',
      'error unknown-evaluator at evaluators.0.evaluators.1.type',
    ]);
  });

  test('that are reported leave no further error about the list that they stand in', () => {
    const checked = { ...sampleDefinitions, evaluators: sampleDefinitions.evaluators.map((definition) => (definition.name === 'composite' ? { ...definition, options: v.object({ evaluators: v.pipe(v.array(v.looseObject({ type: v.string() })), v.minLength(1, 'evaluators must list at least one')) }) } : definition)) };
    const { found } = entry({ type: 'composite', evaluators: [{ type: 'nope' }, 5] }, { ...installed, definitions: checked });
    expect(found.map((line) => line.split(':', 1)[0])).toEqual([
      'error unknown-evaluator at evaluators.0.evaluators.0.type',
      'error invalid-field at evaluators.0.evaluators.1',
    ]);
    expect(entry({ type: 'composite', evaluators: [] }, { ...installed, definitions: checked }).found).toEqual([
      expect.stringMatching(/evaluators must list at least one/u),
    ]);
  });
});

describe('evaluators that have a check', () => {
  function told(raw: unknown): readonly unknown[] {
    const calls: unknown[] = [];
    const evaluators = sampleDefinitions.evaluators.map((definition) =>
      definition.name === 'llm_judge' ? { ...definition, check: () => [] } : definition,
    );
    entry(raw, {
      ...installed,
      definitions: { ...sampleDefinitions, evaluators },
      onEvaluator: ({ name }, options, path, label) => calls.push([name, options, path(['prompt']).join('.'), label]),
    });
    return calls;
  }

  test('are told with their options, their place and their name', () => {
    expect(told({ type: 'llm-judge', name: 'safety', prompt: 'p' })).toEqual([
      ['llm_judge', { prompt: 'p' }, 'evaluators.0.prompt', 'evaluator "safety": '],
    ]);
    expect(told('llm_judge')).toEqual([['llm_judge', {}, 'evaluators.0.prompt', 'evaluator "llm_judge": ']]);
  });

  test('are told as members of composites too, at every depth', () => {
    const inner = { type: 'composite', evaluators: [{ type: 'llm_judge', prompt: 'p' }] };
    expect(told({ type: 'composite', evaluators: ['llm_judge', inner] })).toEqual([
      ['llm_judge', {}, 'evaluators.0.evaluators.0.prompt', 'evaluator "llm_judge": '],
      ['llm_judge', { prompt: 'p' }, 'evaluators.0.evaluators.1.evaluators.0.prompt', 'evaluator "llm_judge": '],
    ]);
  });

  test('are not told when their options do not fit the schema, and others are not told at all', () => {
    expect(told({ type: 'llm_judge', prompt: 5 })).toEqual([]);
    expect(told({ type: 'latency', max_ms: 5 })).toEqual([]);
  });
});

describe('a list', () => {
  test('keeps the order and leaves out what cannot be used', () => {
    expect(list('llm_judge', 5, { type: 'latency', max_ms: 1 }).entries.map(({ type }) => type)).toEqual(['llm_judge', 'latency']);
  });

  test('has each name once', () => {
    expect(list({ type: 'llm_judge', name: 'a' }, 'llm_judge', { type: 'rubric', name: 'a', rubrics: ['x'] }).found).toEqual([
      'error duplicate-name at evaluators.2.name: two evaluators are named "a" (the first one is here: key evaluators.0.name) -> give each evaluator of a case its own name, or leave the names out',
    ]);
  });

  test.each([['llm_judge'], [{ type: 'llm_judge' }], [5]])('is no list when it is %j', (raw) => {
    const { context, found } = recordingContext(installed);
    expect(readEvaluatorList(context, raw, ['evaluators'])).toEqual([]);
    expect(found).toEqual([expect.stringMatching(/^error invalid-field at evaluators: evaluators must be a list, not /u)]);
  });
});
