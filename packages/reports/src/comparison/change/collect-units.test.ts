import { expect, test } from 'vitest';
import type { PickedFigures } from '../pair-figures.js';
import type { ChangeUnit } from './change-unit.js';
import { createUnitCollector } from './collect-units.js';

/** The scores of a turn by repeat; null for one that was lost. */
const scored = (...scores: readonly (number | null)[]): PickedFigures => {
  const found = scores.flatMap((score, index): (readonly [number, number])[] => (score === null ? [] : [[index + 1, score]]));
  return { repeats: found.map(([repeat]) => repeat), values: found.map(([, score]) => score) };
};

/** The unit of one conversation, with its turns as they were and are. */
function conversation(...turns: readonly { weight?: number; before: PickedFigures; after: PickedFigures }[]): ChangeUnit | undefined {
  const collector = createUnitCollector();
  for (const [index, { weight = 1, before, after }] of turns.entries()) {
    collector.add({ cluster: 'talk', variant: '', caseId: `turn-${index}`, inConversation: true, weight, before, after });
  }
  return collector.list()[0];
}

test('each repeat of a conversation is the mean of its turns, and one that lacks a turn does not count beside those that are whole', () => {
  const found = conversation({ before: scored(1, 1), after: scored(1, 1, null) }, { weight: 3, before: scored(0, 1), after: scored(0, 1, 1) });
  expect(found).toMatchObject({ weight: 4, cases: 2, before: [0.25, 1], after: [0.25, 1] });
});

test('where no repeat is whole, the turns that were lost more often weigh no less', () => {
  const easy = { before: scored(1, 1), after: scored(null, null, 1) };
  const hard = { before: scored(0, 0), after: scored(0, 0, null) };
  expect(conversation(easy, hard)).toMatchObject({ before: [0.5, 0.5], after: [0.5] });
  expect(conversation({ ...easy, weight: 3 }, hard)).toMatchObject({ before: [0.75, 0.75], after: [0.75] });
});

test('such a conversation counts as often as its rarest turn, whose mean is that of all its replies', () => {
  const found = conversation({ before: scored(1), after: scored(1, null, 0, null, 1, 1) }, { before: scored(0), after: scored(null, 1, null, 0, null, null) });
  expect(found?.after).toHaveLength(2);
  expect(found?.after[0]).toBeCloseTo((1 + 0.25 + 1) / 2, 12);
  expect(found?.after[1]).toBeCloseTo((0 + 0.25 + 0) / 2, 12);
});
