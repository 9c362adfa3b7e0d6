import { describe, expect, test, vi } from 'vitest';
import type { EvaluatorDefinition, JsonObject } from '@assay/schema';
import { evaluator, scorer } from '../../../test/samples.js';
import { holdPlace, needsPlace } from './hold-place.js';

const definitions: readonly EvaluatorDefinition[] = [
  scorer('plain', () => ({ score: 1 })),
  { ...scorer('script', () => ({ score: 1 })), programs: () => [[]] },
  { ...scorer('judge', () => ({ score: 1 })), uses: ['judge'] },
  { ...scorer('asking script', () => ({ score: 1 })), uses: ['judge'], programs: ({ script }) => (script === undefined ? [] : [['script']]) },
  { ...scorer('composite', () => ({ score: 1 })), uses: ['judge'] },
];
const find = (type: string): EvaluatorDefinition | undefined => definitions.find(({ name }) => name === type);

function holdBeside(asksBesides: boolean, ...entries: readonly (readonly [type: string, options?: JsonObject])[]) {
  const leave = vi.fn<() => void>();
  const configs = entries.map(([type, options = {}]) => evaluator(type, { options }));
  const shareOf = holdPlace(configs, { find, asksBesides, leave });
  return { leave, shares: configs.map((_config, index) => shareOf(index)) };
}

function hold(...entries: readonly (readonly [type: string, options?: JsonObject])[]) {
  return holdBeside(false, ...entries);
}

describe('holdPlace', () => {
  test('nothing but judges: the place is left at once', () => {
    expect(hold(['judge'], ['judge']).leave).toHaveBeenCalledOnce();
    expect(holdBeside(true).leave).toHaveBeenCalledOnce();
  });

  test('nothing that waits for models: the place is held until the row is made', () => {
    expect(hold().leave).not.toHaveBeenCalled();
    expect(hold(['of a type that is not installed']).leave).not.toHaveBeenCalled();
    const alone = hold(['plain'], ['script']);
    for (const share of alone.shares) share.allDone();
    expect(alone.leave).not.toHaveBeenCalled();
    const measured = holdBeside(true, ['plain']);
    for (const share of measured.shares) share.allDone();
    expect(measured.leave).toHaveBeenCalledOnce();
  });

  test('a program holds the place also where it asks judges, and where a composite has it for its aggregator', () => {
    const { leave, shares } = hold(['asking script', { script: 'x' }], ['judge']);
    expect(leave).not.toHaveBeenCalled();
    shares[0]?.partDone();
    expect(leave).toHaveBeenCalledOnce();
    expect(hold(['asking script']).leave).toHaveBeenCalledOnce();
    expect(needsPlace(find('asking script'), { script: 'x' })).toBe(true);
    expect(needsPlace(find('asking script'), { script: 'x', evaluators: [] })).toBe(false);
  });

  test('the last one that needs the place leaves it, once', () => {
    const { leave, shares } = hold(['plain'], ['judge'], ['script']);
    shares[0]?.partDone();
    shares[0]?.allDone();
    expect(leave).not.toHaveBeenCalled();
    shares[2]?.partDone();
    expect(leave).toHaveBeenCalledOnce();
    for (const share of shares) share.allDone();
    expect(leave).toHaveBeenCalledOnce();
  });

  test('members of composites count, bare names and nested ones too; what never began ends with its entry', () => {
    const nested = { type: 'composite', evaluators: ['plain', { type: 'judge' }], aggregator: { type: 'script' } };
    const { leave, shares } = hold(['composite', { evaluators: ['judge', nested, { type: 'script' }] }]);
    for (let part = 1; part <= 2; part += 1) shares[0]?.partDone();
    expect(leave).not.toHaveBeenCalled();
    shares[0]?.allDone();
    expect(leave).toHaveBeenCalledOnce();
  });

  test('a composite of judges holds nothing', () => {
    expect(hold(['composite', { evaluators: ['judge'], aggregator: { type: 'weighted_average' } }]).leave).toHaveBeenCalledOnce();
  });
});
