import { describe, expect, test } from 'vitest';
import { recordingContext } from '../testing/support/recording-context.js';
import { checkKeys } from './unknown-keys.js';

const KNOWN = new Set(['id', 'weight', 'expected_outcome']);

function check(raw: Readonly<Record<string, unknown>>, path: readonly (string | number)[] = ['cases', 2]): readonly string[] {
  const { context, found } = recordingContext();
  checkKeys(context, raw, path, KNOWN, { hints: { target: 'write it as execution: { target: NAME }' }, refused: { workspace: 'do without' } });
  return found;
}

test.each([
  ['wieght', 'did you mean weight?'],
  ['expectedOutcome', 'did you mean expected_outcome?'],
  ['target', 'write it as execution: { target: NAME }'],
  ['wokspace', 'workspace is not supported: do without'],
  ['banana', 'known keys: id, weight, expected_outcome'],
  ['constructor', 'known keys: id, weight, expected_outcome'],
])('%s is a warning with the best advice', (key, hint) => {
  expect(check({ id: 1, [key]: 1 })).toEqual([`warning unknown-key at key cases.2.${key}: unknown key "${key}" in cases; it is ignored -> ${hint}`]);
});

describe('where replies are scored by some of the keys', () => {
  const GRADING = { read: ['evaluators', 'rubrics', 'expected_outcome'], how: 'write evaluators: and a list of - type: …' };
  const ALL = new Set(['id', 'weight', 'tags', 'note', ...GRADING.read]);

  function graded(key: string): readonly string[] {
    const { context, found } = recordingContext();
    checkKeys(context, { id: 1, [key]: [] }, ['cases', 2], ALL, { grading: GRADING, refused: { threshold: 'write min_score' } });
    return found;
  }

  test.each([
    ['assertions', 'write evaluators: and a list of - type: …'],
    ['assert', 'write evaluators: and a list of - type: …'],
    ['asertions', 'write evaluators: and a list of - type: …'],
    ['Checks', 'write evaluators: and a list of - type: …'],
    ['passThreshold', 'threshold is not supported: write min_score'],
    ['min-score', 'write evaluators: and a list of - type: …'],
    ['metrics', 'write evaluators: and a list of - type: …'],
    ['graders', 'write evaluators: and a list of - type: …'],
    ['evalutors', 'did you mean evaluators?'],
    ['evaluator', 'did you mean evaluators?'],
    ['thresholdd', 'threshold is not supported: write min_score'],
    ['rubric', 'did you mean rubrics?'],
    ['expectedOutcome', 'did you mean expected_outcome?'],
  ])('%s is an error: the reply would be scored by something else', (key, hint) => {
    expect(graded(key)).toEqual([
      `error unread-grading at key cases.2.${key}: unknown key "${key}" in cases: it says how replies are scored, and nothing reads it -> ${hint}`,
    ]);
  });

  test.each(['wieght', 'tag', 'notes', 'role', 'banana', 'severity', 'author'])('%s is a warning: it scores nothing', (key) => {
    expect(graded(key)).toEqual([expect.stringMatching(/^warning unknown-key/u)]);
  });
});

test('keys for anchors and notes of other tools are nobody’s mistake', () => {
  expect(check({ 'x-base': 1, _note: 1, '.common': 1, id: 1 })).toEqual([]);
});

test('what is refused elsewhere is neither unknown nor said to be allowed', () => {
  expect(check({ workspace: 1 })).toEqual([]);
  expect(check({ banana: 1 })[0]).not.toContain('workspace');
});

test('at the root of a file no container is named', () => {
  expect(check({ banana: 1 }, [])).toEqual(['warning unknown-key at key banana: unknown key "banana"; it is ignored -> known keys: id, weight, expected_outcome']);
});

test('in a list of lists the nearest name is used, and without one the list', () => {
  expect(check({ banana: 1 }, [0])[0]).toContain('unknown key "banana" in the list;');
});
