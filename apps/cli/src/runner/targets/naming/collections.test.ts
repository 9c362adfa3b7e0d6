import { describe, expect, test } from 'vitest';
import { expandCollections, type Collections } from './collections.js';

const COLLECTIONS: Collections = {
  CORE: ['openai:gpt-4o', 'LOCAL', 'openai:gpt-4o'],
  LOCAL: ['llama', 'mistral'],
  small: ['llama'],
  LOOP: ['llama', 'ROUND'],
  ROUND: ['LOOP'],
};

function expand(references: readonly string[], targets: readonly string[] = [], own: readonly string[] = []) {
  return expandCollections(references.map((name) => ({ name, namedBy: 'a test' })), {
    collections: COLLECTIONS,
    isCollection: (name) => !own.includes(name) && Object.hasOwn(COLLECTIONS, name),
    isTarget: (name) => [...own, ...targets].includes(name),
  }).map(({ name }) => name);
}

describe('expandCollections', () => {
  test('a name in capitals, or any name that is a collection, stands for its models; nested ones too', () => {
    expect(expand(['CORE'])).toEqual(['openai:gpt-4o', 'llama', 'mistral']);
    expect(expand(['small', 'gpt'])).toEqual(['llama', 'gpt']);
  });

  test('every target once, in the order of its first mention', () => {
    expect(expand(['mistral', 'CORE', 'LOCAL', 'mistral'])).toEqual(['mistral', 'openai:gpt-4o', 'llama']);
  });

  test('a target of the suite wins over a collection of its name', () => {
    expect(expand(['LOCAL'], [], ['LOCAL'])).toEqual(['LOCAL']);
    expect(expand(['LOCAL'], ['LOCAL'])).toEqual(['llama', 'mistral']);
  });

  test('a target in capitals that is no collection is a target', () => {
    expect(expand(['GPT'], ['GPT'])).toEqual(['GPT']);
  });

  test('a collection that contains itself is told with the whole circle', () => {
    expect(() => expand(['LOOP'])).toThrow('collection "LOOP" contains itself: LOOP → ROUND → LOOP');
  });

  test('an undefined collection is told with the nearest one and how to define it', () => {
    expect(() => expand(['CORES'])).toThrow(
      expect.objectContaining({
        code: 'config',
        message: 'a test: there is no collection or target "CORES"',
        hint: expect.stringMatching(/^did you mean "CORE"\? define it under collections: .*CORES: \[.*defined are: CORE, LOCAL, small, LOOP, ROUND/u),
      }),
    );
  });

  test('names of objects in general are no collections', () => {
    expect(expand(['constructor'])).toEqual(['constructor']);
  });
});
