import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSigner } from './signer.js';

const signer = createSigner('a secret of the tests');

test('a signature is of one kind, of all parts in their order, and of one secret', () => {
  const parts = fc.array(fc.string({ unit: fc.constantFrom('a', '1', '\n', 'é') }), { maxLength: 4 });
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const signature = signer.sign('job', one);
      expect(signer.isSigned('job', one, signature)).toBe(true);
      expect(signer.isSigned('job', other, signature)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(signer.isSigned('row', one, signature)).toBe(false);
      expect(createSigner('another secret').isSigned('job', one, signature)).toBe(false);
    }),
  );
});

test('what is no signature signs nothing', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(signer.isSigned('job', [], value)).toBe(false);
    }),
  );
});
