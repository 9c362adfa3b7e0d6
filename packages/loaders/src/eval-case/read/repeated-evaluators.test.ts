import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Diagnostic, EvaluationScore, EvaluatorDefinition, NormalizeContext } from '@assay/schema';
import { normalizeEvalCase } from './eval-case.js';
import { normalizeSuiteHeader } from './suite-header.js';

const evaluate = (): EvaluationScore => ({ score: 1 });
const contains: EvaluatorDefinition = {
  kind: 'evaluator',
  name: 'contains',
  description: 'finds a text',
  programs: 'never',
  examples: [],
  options: v.object({ value: v.string() }),
  evaluate,
};
const checked: EvaluatorDefinition = { ...contains, name: 'checked', check: () => [] };

function reading() {
  const findings: Diagnostic[] = [];
  const asked: string[] = [];
  const context: NormalizeContext = {
    locate: () => ({ file: 'a.jsonl', line: 1, column: 1 }),
    report: (finding) => findings.push(finding),
    definitions: { evaluators: [contains, checked], pointFunctions: [], rules: [], providers: [] },
    aliasPrecedence: 'canonical',
    onEvaluator: (_definition, _options, _path, label) => asked.push(label),
    tally: { errors: 0 },
  };
  const header = normalizeSuiteHeader({}, context);
  const read = (...evaluators: readonly unknown[]) =>
    normalizeEvalCase({ id: 'a', expected_outcome: 'x', input: 'y', evaluators }, context, header)?.evaluators;
  return { read, findings, asked };
}

test('evaluators that the case before had are the same ones', () => {
  const { read } = reading();
  const first = read({ type: 'contains', value: 'a' });
  expect(first).toEqual([{ name: 'contains', type: 'contains', weight: 1, options: { value: 'a' } }]);
  expect(read({ type: 'contains', value: 'a' })).toBe(first);
});

test.each([
  ['another value', [{ type: 'contains', value: 'b' }], [{ name: 'contains', options: { value: 'b' } }]],
  ['one more key', [{ type: 'contains', value: 'a', name: 'n' }], [{ name: 'n', options: { value: 'a' } }]],
  ['one more evaluator', [{ type: 'contains', value: 'a' }, { type: 'contains', value: 'a' }], [{ name: 'contains' }, { name: 'contains-2' }]],
])('%s makes others', (_what, evaluators, expected) => {
  const { read } = reading();
  read({ type: 'contains', value: 'a' });
  expect(read(...evaluators)).toMatchObject(expected);
});

test('what is wrong with a list is said of every case that has it', () => {
  const { read, findings } = reading();
  const entry = { type: 'contains', value: 'a', valu: 'b' };
  read(entry);
  read(entry);
  expect(findings.map(({ code }) => code)).toEqual(['unknown-key', 'unknown-key']);
});

test('what is checked beyond its schema is handed on for every case', () => {
  const { read, asked } = reading();
  read({ type: 'checked', value: 'a' });
  read({ type: 'checked', value: 'a' });
  expect(asked).toHaveLength(2);
});
