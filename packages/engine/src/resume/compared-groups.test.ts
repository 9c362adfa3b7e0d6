import { expect, test } from 'vitest';
import { row } from '../../test/samples.js';
import { ComparedGroups } from './compared-groups.js';

const compared = (target: string, ...others: string[]) => row({ target, evaluators: [{ name: 'best', type: 'select_best', weight: 1, score: 1, details: { compared_with: others } }] });

function groupOf(...targets: string[]): { readonly groups: ComparedGroups; readonly see: (target: string, others: readonly string[], isKept?: boolean) => void } {
  const groups = new ComparedGroups();
  targets.forEach((_, index) => groups.plan(index, 'g'));
  return {
    groups,
    see(target, others, isKept = true) {
      const index = targets.indexOf(target);
      groups.seen(compared(target, ...others), { index: index < 0 ? undefined : index, group: 'g', isKept });
    },
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

test('trials that are compared with nobody are in none', () => {
  const groups = new ComparedGroups();
  groups.seen(compared('a'), { index: 0, group: 'g', isKept: true });
  expect([groups.any, groups.isOpen(0, compared('a', 'b'))]).toEqual([false, false]);
});
