import { describe, expect, test } from 'vitest';
import { targetTitle } from './target-title.js';

describe('targetTitle', () => {
  test.each([
    [undefined, 'gpt'],
    ['', 'gpt'],
    ['temp:0.5', 'gpt[temp:0.5]'],
    ['temp:0.5 sys:2', 'gpt[temp:0.5][sys:2]'],
  ])('variant %j is shown as %s', (variant, shown) => {
    expect(targetTitle('gpt', variant)).toBe(shown);
  });
});
