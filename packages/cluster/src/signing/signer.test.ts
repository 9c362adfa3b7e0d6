import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSigner } from './signer.js';

const signer = createSigner('a secret of the tests');

test('a signature is of one kind, of all parts in their order, and of one secret', () => {
  const parts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', '\n', 'é') }), { maxLength: 4 });
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const signature = signer.sign('jobs', one);
      expect(signer.isSigned('jobs', one, signature)).toBe(true);
      expect(signer.isSigned('jobs', other, signature)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(signer.isSigned('answers', one, signature)).toBe(false);
      expect(createSigner('another secret').isSigned('jobs', one, signature)).toBe(false);
    }),
  );
});

test('what is no signature signs nothing', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(signer.isSigned('jobs', [], value)).toBe(false);
    }),
  );
});
