import type { ResultRow } from '@assay/schema';
import { expect, test } from 'vitest';
import { evalCase, row, target, trial } from '../../test/samples.js';
import { ComparedGroups } from './compared-groups.js';

const PLACE = { suite: 'math', suitePath: 'math.yaml', repeat: 1, variant: { label: '' } };

function compared(name: string, ...others: string[]): ResultRow {
  return row({ ...PLACE, caseId: 'a', target: name, evaluators: [{ name: 'best', type: 'select_best', weight: 1, score: 1, details: { compared_with: others } }] });
}

/** One group with those targets, and their rows. */
function groupOf(...targets: string[]) {
  const groups = new ComparedGroups();
  targets.forEach((name, index) => groups.plan(index, trial({ ...PLACE, evalCase: evalCase({ id: 'a' }), target: target(name) })));
  return {
    groups,
    see: (name: string, others: readonly string[], isKept = true, index: number | undefined = targets.indexOf(name)) => groups.seen(compared(name, ...others), { index: index < 0 ? undefined : index, isKept }),
  };
}

test('a group is compared anew until every reply of it would be kept, by its newest row', () => {
  const { groups, see } = groupOf('a', 'b');
  expect(groups.any).toBe(true);
  see('a', ['b']);
  expect(groups.isOpen(0, compared('a', 'b'))).toBe(true);
  see('b', ['a']);
  expect(groups.isOpen(0, compared('a', 'b'))).toBe(false);
  see('b', ['a'], false);
  expect(groups.isOpen(0, compared('a', 'b'))).toBe(true);
});

test('so is one that was compared with a reply that is not planned, and only as long as it was', () => {
  const { groups, see } = groupOf('a', 'b');
  see('a', ['b', 'gone']);
  see('b', ['a', 'gone']);
  see('gone', ['a', 'b']);
  expect(groups.isOpen(0, compared('a', 'b', 'gone'))).toBe(true);
  expect(groups.isOpen(0, compared('a', 'b'))).toBe(false);
});

test('what was asked otherwise before has the name of what is planned, and opens nothing', () => {
  const { groups, see } = groupOf('a', 'b');
  see('a', ['b']);
  see('b', ['a'], true, -1);
  see('b', ['a']);
  expect(groups.isOpen(0, compared('a', 'b'))).toBe(false);
});

test('trials that are compared with nobody are in none', () => {
  const groups = new ComparedGroups();
  groups.seen(compared('a'), { index: 0, isKept: true });
  expect([groups.any, groups.isOpen(0, compared('a', 'b'))]).toEqual([false, false]);
});
