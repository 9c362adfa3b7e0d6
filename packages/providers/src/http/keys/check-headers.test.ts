import { ConfigError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { checkHeaders } from './check-headers.js';

const said = (headers: Readonly<Record<string, string>>, apiKey?: string, variable?: string): string => {
  try {
    checkHeaders({ target: 't', headers, apiKey, variable });
    return '';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.format();
  }
};

describe('headers that cannot be sent are named, and not shown', () => {
  test.each([
    [{ 'X-A': '1', 'X-Mode': 'sk-12345678\0' }, 'the header X-Mode has a null byte'],
    [{ 'X-Mode': 'sk-1234\n5678' }, 'the header X-Mode has a line break'],
    [{ 'X-Mode': 'sk-12345678☃' }, 'the header X-Mode has a letter beyond Latin-1'],
    [{ 'X-Mode': 'sk-12345678\u001b' }, 'the header X-Mode has a control character'],
    [{ 'X-A': '1', 'sk-12345678 x': '1' }, 'number 2 of its headers has a name that is none'],
    [{ '': '1' }, 'number 1 of its headers has a name that is none'],
  ])('%j', (headers, words) => {
    expect(said(headers)).toContain(words);
    expect(said(headers)).not.toContain('sk-1234');
  });

  test.each([[undefined, 'api_key'], ['OPENAI_API_KEY', 'OPENAI_API_KEY']])('a key from %s', (variable, subject) => {
    expect(said({}, 'sk-1234\n5678', variable)).toBe(`target "t": ${subject} has a line break in it, and cannot be sent\n  fix: copy the key into ${subject} again`);
  });
});

test('what can be sent: blanks around a value, tabs in it, letters of Latin-1', () => {
  expect(said({ 'X-A': ' a\tb é\n', 'x_b.~!': '' }, 'sk-12345678')).toBe('');
});
