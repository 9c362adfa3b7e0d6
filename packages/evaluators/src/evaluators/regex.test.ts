import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeResponse, problems } from '../../test/evaluation-input.js';
import { regex } from './regex.js';

describe('regex', () => {
  test.each([
    ['on 2026-11-22', { value: String.raw`\d{4}-\d{2}-\d{2}` }, 1],
    ['Colour', { value: 'colou?r' }, 0],
    ['Colour', { value: 'colou?r', flags: 'i' }, 1],
    ['a\nb', { value: 'a.b', flags: 's' }, 1],
    ['a\nb', { value: '(?s)a.b' }, 1],
  ])('%j with %j is %i', async (text, options, score) => {
    expect(await evaluateWith(regex, options, { response: makeResponse({ text }) })).toMatchObject({ score });
  });

  test('says whether it matches, so that it is true of the opposite too', async () => {
    expect(await evaluateWith(regex, { value: 'a' }, { response: makeResponse({ text: 'a' }) })).toMatchObject({ hits: ['matches "a"'], misses: [] });
    expect(await evaluateWith(regex, { value: 'a' }, { response: makeResponse({ text: 'b' }) })).toMatchObject({ hits: [], misses: ['does not match "a"'] });
  });

  test('a pattern that is none is found when the file is read, flags that are none too', async () => {
    expect(await problems(regex, { value: 'a(' })).toMatchObject([{ path: ['value'], message: expect.stringContaining('is not a valid pattern') }]);
    expect(findings(regex, { value: 'a', flags: 'g' })).toHaveLength(1);
    expect(findings(regex, { value: 'a', flags: 'ii' })).toHaveLength(1);
    expect(findings(regex, {})).toEqual([expect.stringContaining('value is required; it is the pattern')]);
  });

  test('a pattern that never ends leaves the response unscored', async () => {
    await expect(evaluateWith(regex, { value: '^(a+)+$' }, { response: makeResponse({ text: `${'a'.repeat(40)}!` }) })).rejects.toThrow('did not finish within 1000 ms');
  });
});
