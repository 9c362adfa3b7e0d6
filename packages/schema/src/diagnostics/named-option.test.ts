import { expect, test } from 'vitest';
import { inWords } from './named-option.js';

const say = ({ name }: { readonly name: string }): string => `--${name}`;

test('options stand behind a hint, or alone where there is none, once', () => {
  const namedOptions = [{ name: 'out' }, { name: 'judge' }];
  const told = inWords({ hint: 'name another', namedOptions }, say);
  expect(told).toEqual({ hint: 'name another (--out, --judge)' });
  expect(inWords(told, say)).toBe(told);
  expect(inWords({ namedOptions }, say)).toEqual({ hint: '--out, --judge' });
});
