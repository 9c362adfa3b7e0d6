import type { CaseExecution, TrialVariant } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evalCase } from '../../test/samples.js';
import { variantsOf as variantsOfCase } from './variants-of.js';

const variantsOf = (execution: CaseExecution, suite?: CaseExecution): readonly TrialVariant[] =>
  variantsOfCase(evalCase({ execution }), suite);

describe('variantsOf', () => {
  test('nothing varied: one variant with an empty label', () => {
    expect(variantsOf({})).toEqual([{ label: '' }]);
    expect(variantsOf({ temperatures: [], systems: [] })).toEqual([{ label: '' }]);
  });

  test('a single temperature is a setting and no variant', () => {
    expect(variantsOf({ temperature: 0.3 })).toEqual([{ label: '', temperature: 0.3 }]);
  });

  test('every temperature of a list is a variant, also of a list of one; the list wins over the single one', () => {
    expect(variantsOf({ temperature: 1, temperatures: [0, 0.5] })).toEqual([
      { label: 'temp:0', temperature: 0 },
      { label: 'temp:0.5', temperature: 0.5 },
    ]);
    expect(variantsOf({ temperatures: [0.7] })).toEqual([{ label: 'temp:0.7', temperature: 0.7 }]);
  });

  test('every system prompt is a variant, counted from 1; null leaves the conversation as it is', () => {
    expect(variantsOf({ temperature: 0.3, systems: [null, 'Be brief.'] })).toEqual([
      { label: 'sys:1', temperature: 0.3 },
      { label: 'sys:2', temperature: 0.3, system: 'Be brief.' },
    ]);
  });

  test('temperatures × system prompts', () => {
    const variants = variantsOf({ temperatures: [0, 0.5], systems: ['a', 'b', null] });
    expect(variants.map(({ label }) => label)).toEqual([
      'temp:0 sys:1', 'temp:0 sys:2', 'temp:0 sys:3', 'temp:0.5 sys:1', 'temp:0.5 sys:2', 'temp:0.5 sys:3',
    ]);
    expect(variants[4]).toEqual({ label: 'temp:0.5 sys:2', temperature: 0.5, system: 'b' });
  });

  test('the same temperature twice is one variant: two trials of one key could not be told apart', () => {
    expect(variantsOf({ temperatures: [0.5, 0.5] })).toHaveLength(1);
  });

  test('what the suite says holds for cases that say nothing themselves', () => {
    const suite: CaseExecution = { temperatures: [0, 1], systems: ['a', 'b'] };
    expect(variantsOf({}, suite).map(({ label }) => label)).toEqual(['temp:0 sys:1', 'temp:0 sys:2', 'temp:1 sys:1', 'temp:1 sys:2']);
    expect(variantsOf({ temperature: 0.3, systems: ['c'] }, suite)).toEqual([{ label: 'sys:1', temperature: 0.3, system: 'c' }]);
  });

  test("a case with a system prompt of its own keeps it: the suite's are not for it", () => {
    const own = evalCase({ inputMessages: [{ role: 'system', content: 'Mine.' }, { role: 'user', content: 'hi' }] });
    expect(variantsOfCase(own, { systems: ['a', 'b'], temperature: 0.3 })).toEqual([{ label: '', temperature: 0.3 }]);
  });

  test('every prompt of a suite is a variant by its name; a single one is a setting', () => {
    const prompts = [
      { name: 'short', inputMessages: [{ role: 'user', content: 'a' }] },
      { name: 'own system', inputMessages: [{ role: 'system', content: 'Mine.' }, { role: 'user', content: 'b' }] },
    ] as const;
    expect(variantsOfCase(evalCase({ prompts }))).toEqual([
      { label: 'prompt:short', prompt: 'short' },
      { label: 'prompt:own-system', prompt: 'own system' },
    ]);
    expect(variantsOfCase(evalCase({ prompts: prompts.slice(0, 1) }))).toEqual([{ label: '', prompt: 'short' }]);
    expect(variantsOfCase(evalCase({ prompts, execution: { temperatures: [0, 1] } }), { systems: ['s'] })).toEqual([
      { label: 'prompt:short temp:0 sys:1', prompt: 'short', temperature: 0, system: 's' },
      { label: 'prompt:short temp:1 sys:1', prompt: 'short', temperature: 1, system: 's' },
      { label: 'prompt:own-system temp:0', prompt: 'own system', temperature: 0 },
      { label: 'prompt:own-system temp:1', prompt: 'own system', temperature: 1 },
    ]);
  });
});
