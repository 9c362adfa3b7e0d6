import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBoth, SIDECARS } from '../../../test/rows-of-tables.js';

const CELL = fc.constantFrom('', 'x', 'a "quoted" one', '  ', 'zwei\nlines', '0.5', '3', 'a,b;c', '{{n}}');
const NAMES = ['n', 'input', 'expected', 'expected_outcome', 'id', 'tags', 'weight', '__prefix', '__expected'];

test('a row of a table becomes the case that it would become alone, whatever stands before it', async () => {
  const table = fc.subarray(NAMES, { minLength: 1 }).filter((names) => names.includes('n')).chain((names) =>
    fc.record({ names: fc.constant(names), sidecar: fc.constantFrom(...SIDECARS), rows: fc.array(fc.array(CELL, { minLength: names.length, maxLength: names.length }), { minLength: 2, maxLength: 8 }) }),
  );
  await fc.assert(
    fc.asyncProperty(table, async ({ names, sidecar, rows }) => {
      // Rows that say the same, or have the same id, are distinguished by those before.
      const different = rows.map((row, index) => row.map((cell, column) => (names[column] === 'n' || (names[column] === 'id' && cell.trim() !== '') ? `${cell}${index}` : cell)));
      const { together, alone } = await readBoth(names, different, sidecar);
      expect(together).toEqual(alone);
    }),
    { numRuns: 25, seed: 7 },
  );
});
