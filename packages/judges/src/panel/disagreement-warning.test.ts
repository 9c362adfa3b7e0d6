import { describe, expect, test } from 'vitest';
import { disagreementWarning } from './disagreement-warning.js';

function votes(...scores: readonly (number | null)[]) {
  return scores.map((score, index) => ({ id: `j${index}`, model: 'm', score }));
}

describe('the warning about disagreement', () => {
  const criterion = { kind: 'criterion', scale: 'unit', criterion: 'Is\nkind', input: [], candidate: 'x' } as const;

  test('names the range and the criterion', () => {
    expect(disagreementWarning(votes(1, 0, 0.5), criterion)).toBe('judges disagree: 0 to 1 on "Is kind"');
  });

  test('begins at a spread of half the scale, forgiving rounding', () => {
    expect(disagreementWarning(votes(0.7, 0.2), criterion)).toBe('judges disagree: 0.2 to 0.7 on "Is kind"');
    expect(disagreementWarning(votes(0.7, 0.21), criterion)).toBeUndefined();
    expect(disagreementWarning(votes(1, null), criterion)).toBeUndefined();
    expect(disagreementWarning(votes(null), criterion)).toBeUndefined();
    expect(disagreementWarning([], criterion)).toBeUndefined();
  });

  test("repeats nothing of an eval's own prompt, and only the beginning of a long criterion", () => {
    expect(disagreementWarning(votes(0, 1), { kind: 'prompt', scale: 'unit', prompt: 'Grade it' })).toBe('judges disagree: 0 to 1');
    expect(disagreementWarning(votes(0, 1), { ...criterion, criterion: `Says ${'it '.repeat(100)}` })).toMatch(/on "Says it it .*…"$/u);
  });
});
