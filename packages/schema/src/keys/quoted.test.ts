import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from '../diagnostics/visible-text.js';
import { quoted, visiblyQuoted } from './quoted.js';

test('a text is quoted as JSON quotes it, and visibly as what is seen of that', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.string({ maxLength: 100 }), fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\u001F', '\u007F', '\u0085', '\u2028', '\u202E', '\uFEFF', '\uD7FF', '\uD800', '\uDFFF', '\uE000', '\uFFFF', '😀'), maxLength: 70 })), (text) => {
      expect(quoted(text)).toBe(JSON.stringify(text));
      expect(visiblyQuoted(text)).toBe(visibleText(JSON.stringify(text)));
    }),
  );
});
