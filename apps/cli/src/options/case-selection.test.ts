import { sampleCase } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { caseSelection } from './case-selection.js';
import type { OptionValues } from './option-values.js';

const CASES = [sampleCase({ id: 'a/1', tags: ['x'] }), sampleCase({ id: 'a/2', tags: ['y', 'z'] }), sampleCase({ id: 'caf\u00E9', tags: [] })];

async function selected(said: OptionValues): Promise<readonly string[]> {
  const isWanted = await caseSelection(said);
  return CASES.filter((evalCase) => isWanted?.(evalCase) ?? true).map(({ id }) => id);
}

test.each<[OptionValues, readonly string[]]>([
  [{}, ['a/1', 'a/2', 'caf\u00E9']],
  [{ ids: ['a*'] }, ['a/1', 'a/2']],
  [{ ids: ['a/1', 'cafe\u0301'] }, ['a/1', 'caf\u00E9']],
  [{ tags: ['z', 'x'] }, ['a/1', 'a/2']],
  [{ ids: ['*/2'], tags: ['x'] }, []],
])('%j', async (said, expected) => {
  expect(await selected(said)).toEqual(expected);
});

test('a glob that cannot be meant is refused', async () => {
  await expect(caseSelection({ ids: ['!(a)'] })).rejects.toMatchObject({ code: 'usage' });
});
