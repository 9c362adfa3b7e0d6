import { expect, test } from 'vitest';
import { normalizedText } from './normalized-text.js';

test.each(['NFC', 'NFKC', 'NFKD'] as const)('is what the engine makes of it: %s', (form) => {
  for (const text of ['', 'e\u0301', `${'x'.repeat(600)}e\u0301\u0323`, `a${'\u0301\u0323'.repeat(200)}${'b'.repeat(300)}`, '\u1112\u1161\u11ab'.repeat(300)]) {
    expect(normalizedText(text, form)).toBe(text.normalize(form));
  }
});

test('what stands around a row of accents without end is brought to its form', () => {
  const text = normalizedText(`cafe\u0301 x${'\u0301\u0323'.repeat(1_000)} cafe\u0301`, 'NFC');
  expect(text.startsWith('café x')).toBe(true);
  expect(text.endsWith(' café')).toBe(true);
  expect(normalizedText('e\u0301'.repeat(1_000), 'NFC')).toBe('é'.repeat(1_000));
});

test.each(['NFC', 'NFKC', 'NFKD'] as const)('a row of accents without end takes no longer than its length: %s', { timeout: 20_000 }, (form) => {
  // The engine alone takes minutes for these.
  expect(normalizedText('\u0301\u0323'.repeat(200_000), form).length).toBeGreaterThan(200_000);
  expect(normalizedText(`\uff76${'\u0323\uff9e'.repeat(200_000)}`, form).length).toBeGreaterThan(200_000);
});
