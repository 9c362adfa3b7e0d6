import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slicedMarkdown as sliced } from '../../test/sliced-markdown.js';
import { markdownText } from '../markdown/markdown-text.js';

describe('tables by a key', () => {
  test('keep to the room that there is, and say what is left out', async () => {
    for (const most of [4000, 65_536]) {
      const text = await sliced({ max_characters: most }, Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? 'tag' : 'var:n')));
      expect(text.length).toBeLessThanOrEqual(most);
      expect(text).toMatch(/\n… [\d,]+ more values\n/u);
      expect(text).toMatch(/\n… \d+ tables of parts without room\n/u);
    }
  });
});

describe('texts of others', () => {
  test('nothing that means something is left, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(fc.constantFrom(...'|<>&`*_[]~$^\\@#!\n\r"\':/w.GH-12ab'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) }), (text) => {
        const shown = markdownText(text).replaceAll(/&#\d+;/gu, '\u0001');
        expect(shown).not.toMatch(/[|<>&`*[\]~$^\\\n\r"']/u);
        expect(shown).not.toMatch(/[@#!][\p{L}\p{N}]|:\/\/|www\.|GH-\d/iu);
      }),
      { numRuns: 300 },
    );
  });
});
