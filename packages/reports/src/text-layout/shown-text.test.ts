import { expect, test } from 'vitest';
import { shownText } from './shown-text.js';

test('a text that somebody made too long is cut', () => {
  expect(shownText(`\u001B[31m${'n'.repeat(1_000_000)}`)).toMatch(/^.{990,1000}…$/u);
  expect(shownText('as it\nis')).toBe('as it is');
});
