import { recordingContext } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { readTargets } from './read-target.js';

function read(...targets: readonly object[]) {
  const { context, found } = recordingContext();
  return { targets: readTargets(context, targets.map((target) => ({ name: 'bot', provider: 'openai', ...target })), ['targets']), found };
}

test.each([
  ['judge_target', { judge_target: 'strict' }],
  ['grader_target', { grader_target: 'strict' }],
  ['both, the same', { judge_target: 'strict', grader_target: 'strict' }],
  ['one of them empty', { judge_target: null, grader_target: 'strict' }],
])('who judges a target is read from %s', (_, written) => {
  const { targets, found } = read(written);
  expect(found).toEqual([]);
  expect(targets).toMatchObject([{ judgeTarget: 'strict', options: {} }]);
});

test('two judges for one target are an error', () => {
  const { targets, found } = read({ judge_target: 'strict', grader_target: 'kind' });
  expect(targets).toEqual([]);
  expect(found).toEqual([expect.stringMatching(/^error \S+ at key targets\.0\.grader_target: judge_target and grader_target name different judges \(judge_target is here: key targets\.0\.judge_target\) -> keep one of the two/u)]);
});

test('no other target is asked in place of one: that is an error where it is written', () => {
  const { targets, found } = read({ fallback_targets: ['other'] });
  expect(targets).toEqual([]);
  expect(found).toEqual([expect.stringMatching(/^error unsupported at key targets\.0\.fallback_targets: fallback_targets is not supported/u)]);
  for (const none of [null, []]) expect(read({ fallback_targets: none })).toMatchObject({ targets: [{ options: {} }], found: [] });
});
