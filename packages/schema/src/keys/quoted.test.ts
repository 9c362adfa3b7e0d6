import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted } from './quoted.js';

test('a text is quoted as JSON quotes it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.string({ maxLength: 100 }), fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '\u001F', '\u007F', '\u2028', '\uD7FF', '\uD800', '\uDFFF', '\uE000', '\uFFFF', '😀'), maxLength: 70 })), (text) => {
      expect(quoted(text)).toBe(JSON.stringify(text));
    }),
  );
});
