import { InvalidFileError, type Diagnostic, type Suite, type SuiteSetting } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { suiteSettings } from './suite-settings.js';

function suite(path: string, settings?: Readonly<Record<string, SuiteSetting['value']>>): Suite {
  const written = settings && Object.entries(settings).map(([key, value], index) => ({ key, value, location: { file: path, line: index + 1, column: 1 } }));
  return {
    name: path, path, dialect: 'eval-case', file: `/${path}`, description: '', execution: { target: undefined }, targets: [], size: 0,
    ...(written ? { settings: written } : {}),
    async *cases() { yield* []; },
  };
}

function refused(read: () => unknown): readonly Diagnostic[] {
  try {
    read();
  } catch (error) {
    if (error instanceof InvalidFileError) return error.diagnostics;
    throw error;
  }
  throw new TypeError('expected an InvalidFileError');
}

describe('what the files of a run ask of it', () => {
  test('nothing, when they say nothing', () => {
    expect(suiteSettings([], {})).toEqual({ ofRun: {}, budgets: {} });
    expect(suiteSettings([suite('a.yaml'), suite('b.yaml', {})], {})).toEqual({ ofRun: {}, budgets: {} });
  });

  test('what one file says, or all of them alike, but for what whoever starts the run has said', () => {
    expect(suiteSettings([suite('a.yaml', { repeat: 3, threshold: 0.5 })], {}).ofRun).toEqual({ repeat: 3, threshold: 0.5 });
    expect(suiteSettings([suite('a.yaml', { repeat: 3 }), suite('b.yaml', { repeat: 3 })], {}).ofRun).toEqual({ repeat: 3 });
    expect(suiteSettings([suite('a.yaml', { repeat: 3, threshold: 0.5 })], { repeat: 1 }).ofRun).toEqual({ threshold: 0.5 });
  });

  test.each([
    ['another value', suite('b.yaml', { repeat: 2 }), '2 in b.yaml', { file: 'b.yaml', line: 1, column: 1 }],
    ['nothing', suite('b.yaml'), 'nothing in b.yaml', undefined],
  ])('where one says %s the run is refused, unless somebody decides', (_, other, words, place) => {
    const suites = [suite('a.yaml', { repeat: 3 }), other];
    const [finding, ...more] = refused(() => suiteSettings(suites, {}));
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ severity: 'error', code: 'suites-differ', location: { file: 'a.yaml', line: 1 } });
    expect(finding?.message).toContain(`repeat holds for a whole run, and its suites say different things: 3 here, ${words}`);
    expect(finding?.hint).toContain('--repeat');
    expect(finding?.related?.location).toEqual(place);
    expect(suiteSettings(suites, { repeat: 5 }).ofRun).toEqual({});
  });

  test('all that differs is named at once', () => {
    const suites = [suite('a.yaml', { repeat: 3, threshold: 0.5, concurrency: 2 }), suite('b.yaml', { repeat: 2, threshold: 0.6, concurrency: 2 })];
    expect(refused(() => suiteSettings(suites, {})).map(({ message }) => message.split(' ')[0])).toEqual(['repeat', 'threshold']);
  });

  test('limits of single suites are theirs, and may differ, whatever was said', () => {
    const suites = [suite('a.yaml', { max_cost: 1 }), suite('b.yaml', { max_cost: 2 }), suite('c.yaml')];
    for (const said of [{}, { maxCost: 5 }]) expect(suiteSettings(suites, said)).toEqual({ ofRun: {}, budgets: { 'a.yaml': { max_cost: 1 }, 'b.yaml': { max_cost: 2 } } });
  });
});
