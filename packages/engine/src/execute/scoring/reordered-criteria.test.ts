import { defineEvaluator, type EvaluatorConfig, type EvaluatorDefinition, type JsonObject } from '@assay/schema';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { reorderedCriteria } from './reordered-criteria.js';

const backwards = (key: string) => (options: JsonObject): JsonObject | undefined => {
  const list = options[key];
  return Array.isArray(list) && list.length > 1 ? { ...options, [key]: list.toReversed() } : undefined;
};
const described = { description: 'x', options: v.looseObject({}), examples: [], evaluate: () => ({ score: 1 }) };
const DEFINITIONS: Readonly<Record<string, EvaluatorDefinition>> = {
  list: defineEvaluator({ ...described, name: 'list', uses: ['judge'], reordered: backwards('of') }),
  one: defineEvaluator({ ...described, name: 'one', uses: ['judge'] }),
  rule: defineEvaluator({ ...described, name: 'rule', reordered: backwards('of') }),
  group: defineEvaluator({ ...described, name: 'group', uses: ['judge'], reordered: backwards('evaluators') }),
  sequence: defineEvaluator({ ...described, name: 'sequence' }),
  computed: defineEvaluator({ ...described, name: 'computed', uses: ['judge'], judgesOf: () => 'none', reordered: backwards('of') }),
  best: defineEvaluator({ description: 'x', options: v.looseObject({}), examples: [], name: 'best', uses: ['judge'], compare: () => [] }),
};

const entry = (name: string, type: string, options: JsonObject = {}): EvaluatorConfig => ({ name, type, weight: 1, options });
const reordered = (...entries: readonly EvaluatorConfig[]) => reorderedCriteria(entries, (type) => DEFINITIONS[type]);

test('lists of criteria are read backwards, and so are the entries of a case', () => {
  expect(reordered(entry('a', 'list', { of: [1, 2, 3], model: 'm' }))).toEqual([entry('a', 'list', { of: [3, 2, 1], model: 'm' })]);
  expect(reordered(entry('a', 'one'), entry('b', 'rule'), entry('c', 'list', { of: [1] }))).toEqual([entry('c', 'list', { of: [1] }), entry('b', 'rule'), entry('a', 'one')]);
});

test('members are reordered in their group, and within themselves where their own order has a meaning', () => {
  const members = [{ type: 'list', of: [1, 2] }, 'one', { name: 'no type' }];
  expect(reordered(entry('a', 'group', { evaluators: members }))).toEqual([entry('a', 'group', { evaluators: [{ name: 'no type' }, 'one', { type: 'list', of: [2, 1] }] })]);
  expect(reordered(entry('a', 'sequence', { evaluators: members }))).toEqual([entry('a', 'sequence', { evaluators: [{ type: 'list', of: [2, 1] }, 'one', { name: 'no type' }] })]);
});

test('whoever judges the results of members together sees them in another order', () => {
  const aggregator = { type: 'one' };
  expect(reordered(entry('a', 'group', { evaluators: ['rule', 'computed'], aggregator }))).toEqual([entry('a', 'group', { evaluators: ['computed', 'rule'], aggregator })]);
  expect(reordered(entry('a', 'group', { evaluators: ['rule'], aggregator }))).toBeUndefined();
});

test.each<[string, ...EvaluatorConfig[]]>([
  ['nothing'],
  ['one criterion', entry('a', 'list', { of: [1] }), entry('b', 'rule', { of: [1, 2] })],
  ['a sequence of single criteria, which keeps its order', entry('a', 'sequence', { evaluators: ['one', 'one'] })],
  ['what could ask judges and does not', entry('a', 'computed', { of: [1, 2] }), entry('b', 'one')],
  ['one member that judges', entry('a', 'group', { evaluators: ['one', 'rule'] })],
  ['what compares replies', entry('a', 'best'), entry('b', 'one')],
  ['what nobody defines', entry('a', 'unknown'), entry('b', 'one')],
])('%s has one order alone', (_title, ...entries) => {
  expect(reordered(...entries)).toBeUndefined();
});
