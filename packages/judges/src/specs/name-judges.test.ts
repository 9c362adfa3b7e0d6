import { describe, expect, test } from 'vitest';
import { nameJudges } from './name-judges.js';

describe('the id of a judge is optional', () => {
  test('and is then its model, numbered when it is taken', () => {
    const specs = [{ model: 'a:x' }, { model: 'a:x', approach: 'holistic' }, { id: 'mine', model: 'a:x' }] as const;
    expect(nameJudges(specs)).toEqual([
      { id: 'a:x', model: 'a:x' },
      { id: 'a:x#2', model: 'a:x', approach: 'holistic' },
      { id: 'mine', model: 'a:x' },
    ]);
  });

  test('ids that were written are kept and never given to another', () => {
    expect(nameJudges([{ model: 'a:x' }, { id: 'a:x', model: 'b:y' }]).map((spec) => spec.id)).toEqual(['a:x#2', 'a:x']);
  });
});
