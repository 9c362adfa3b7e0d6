import { expect, test } from 'vitest';
import { oddCharacters } from './odd-characters.js';

test.each([
  ['\u0441riteria', 'criteria', 'U+0441'],
  ['in\u200Bput\u200B', 'input', 'U+200B'],
  ['\u00A0input', 'input', 'U+00A0'],
  ['input \u{1F389}', 'input', 'U+0020, U+1F389'],
  ['wieght', 'weight', undefined],
  ['\u0441riteria', '\u0441riteri\u0430', undefined],
])('%j for %j: %s', (written, meant, odd) => {
  expect(oddCharacters(written, meant)).toBe(odd);
});
