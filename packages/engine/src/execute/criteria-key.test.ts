import type { EvaluatorConfig, EvaluatorDefinition, JsonObject } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { fixedResources } from '../../test/fixed-resources.js';
import { evalCase, evaluator, provider, reply, scorer, trial } from '../../test/samples.js';
import { createTrialExecutor } from './create-trial-executor.js';

const installed: readonly EvaluatorDefinition[] = [
  { ...scorer('plain', () => ({ score: 1 })), programs: 'never' },
  { ...scorer('group', () => ({ score: 1 })), programs: 'never' },
  { ...scorer('code', () => ({ score: 1 })), programs: 'never', verbatim: ['value'] },
  { ...scorer('program', () => ({ score: 1 })), programs: ({ script }: JsonObject) => (script === undefined ? [] : [['script']]) },
  scorer('unknown', () => ({ score: 1 })),
];

async function keyOf(entry: EvaluatorConfig, name: string): Promise<string | undefined> {
  const executor = createTrialExecutor({ runId: 'run-1', resources: fixedResources(provider(async () => reply('four'))), evaluators: installed });
  const row = await executor.execute(trial({ evalCase: evalCase({ evaluators: [entry], vars: { name }, metadata: { of: name } }) }), { signal: new AbortController().signal });
  return row.criteriaKey;
}

describe('the criteria of a case, by which a calibration knows them again', () => {
  test.each([
    ['a program', evaluator('program', { options: { script: ['node', 'check.mjs'] } })],
    ['code that names variables', evaluator('code', { options: { value: 'output.includes(context.vars.name)' } })],
    ['a prompt with a variable', evaluator('code', { options: { value: 'Is {{ name }} greeted?' } })],
    ['a prompt in a file', evaluator('code', { options: { value: '../prompts/greeting.md' } })],
    ['a program in a group', evaluator('group', { options: { evaluators: [{ type: 'program', script: ['node', 'check.mjs'] }] } })],
    ['an evaluator that says nothing of what it starts', evaluator('unknown')],
  ])('are others with other variables where they are told to %s', async (_who, entry) => {
    expect(await keyOf(entry, 'Ann')).toBe(await keyOf(entry, 'Ann'));
    expect(await keyOf(entry, 'Ann')).not.toBe(await keyOf(entry, 'Bob'));
  });

  test.each([
    ['what compares texts', evaluator('plain', { options: { value: 'four' } })],
    ['a prompt without them', evaluator('code', { options: { value: 'Is it polite?' } })],
    ['a group of such', evaluator('group', { options: { evaluators: ['plain'] } })],
  ])('are the same with other variables for %s', async (_who, entry) => {
    expect(await keyOf(entry, 'Ann')).toBe(await keyOf(entry, 'Bob'));
  });
});
