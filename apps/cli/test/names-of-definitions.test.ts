import { defineEvaluator, defineProvider } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('a name means one item of a list that a program adds', () => {
  const evaluator = (score: number) => defineEvaluator({ name: 'own', description: 'Gives a score.', options: v.object({}), programs: 'never', examples: [], evaluate: () => ({ score }) });
  const own = evaluator(0);
  const provider = defineProvider({ name: 'mine', description: 'Asks.', options: v.object({}), examples: [], create: () => null as never });
  test.each<[string, object]>([
    ['evaluators[1] is called "own", as evaluators[0] is: only one of them would be used', { evaluators: [own, evaluator(1)] }],
    ['evaluators[1] is called "own", as evaluators[0] is: only one of them would be used', { evaluators: [own, { ...own, name: 'other', aliases: ['own'] }] }],
    ['providers[1] is called "x", as providers[0] is: only one of them would be used', { providers: [{ ...provider, aliases: ['x'] }, { ...provider, name: 'x' }] }],
    ['evaluators[0] has an alias that is no text, or an empty one', { evaluators: [{ ...own, aliases: [4] }] }],
  ])('%s', async (message, added) => {
    await expect(evaluate({ files: 'none.yaml', targets: ['mock'], ...added })).rejects.toMatchObject({ name: 'UsageError', message });
  });

  test('reporters that only follow a run may share theirs, and one that stands twice is no two', async () => {
    const { folder } = await createWorkspace({ 's.yaml': 'evalcases:\n  - { id: a, expected_outcome: x, input: Hi, evaluators: [{ type: contains, value: Hi }] }\n' });
    const { summary } = await evaluate({ files: 's.yaml', cwd: folder, env: {}, targets: ['mock'], evaluators: [own, own], reporters: [{ name: 'ears' }, { name: 'ears' }] });
    expect(summary.outcome).toBe('passed');
  });
});
