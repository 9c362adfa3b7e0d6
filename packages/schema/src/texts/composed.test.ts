import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composedText, composedValue } from './composed.js';

const NFC = 'Paraná';
const NFD = 'Parana\u0301';

describe('composedText', () => {
  test.each([
    [NFD, NFC],
    [NFC, NFC],
    ['plain', 'plain'],
    ['', ''],
    ['\u1112\u1161\u11ab\u1100\u1173\u11af', '한글'],
    ['\u212b', 'Å'],
    ['a\u0301 and \u{1F600}', 'á and \u{1F600}'],
  ])('%j is %j', (text, composed) => {
    expect(composedText(text)).toBe(composed);
  });

  test('is what Unicode says, for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(composedText(text)).toBe(text.normalize('NFC'));
        expect(composedText(text.normalize('NFD'))).toBe(text.normalize('NFC'));
      }),
    );
  });
});

describe('composedValue', () => {
  test('composes texts and keys at every depth', () => {
    expect(composedValue({ [NFD]: [NFD, { a: NFD }, 1, null, true] })).toEqual({ [NFC]: [NFC, { a: NFC }, 1, null, true] });
    expect(composedValue(NFD)).toBe(NFC);
    expect(composedValue(undefined)).toBeUndefined();
  });

  test('gives back what there is nothing to do with', () => {
    const value = { city: [NFC, { a: 'b' }, 5] };
    expect(composedValue(value)).toBe(value);
  });

  test('keeps keys that objects have of their own', () => {
    const value = composedValue(JSON.parse(`{"__proto__": "${NFD}"}`));
    expect(JSON.stringify(value)).toBe(`{"__proto__":"${NFC}"}`);
  });
});
