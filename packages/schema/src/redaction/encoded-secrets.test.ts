import { describe, expect, test } from 'vitest';
import { createRedactor, type Redactor } from './redactor.js';

const KEY = 'sk-Zq7/w+9"é\\x&T <1>%41é';
const PLAIN = 'sk-9fQ2xT7bLmW4';

function knowing(...secrets: readonly string[]): Redactor {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

const each = (text: string, write: (code: string, letter: string) => string): string =>
  [...text].map((letter) => write((letter.codePointAt(0) ?? 0).toString(16), letter)).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const smallDigits = (text: string): string => text.replaceAll(/%../gu, (hex) => hex.toLowerCase());
const percent = (text: string): string => Buffer.from(text).toString('hex').replaceAll(/../gu, '%$&');
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const inHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&#34;').replaceAll("'", '&#x27;').replaceAll('/', '&#x2F;');

const FORMS: Readonly<Record<string, (text: string) => string>> = {
  'codes of JSON for every letter': (text) => each(text, (code) => `\\u${code.padStart(4, '0')}`),
  'codes of JSON with capitals, for some letters': (text) => each(text, (code, letter) => (/[a-z]/u.test(letter) ? `\\u${code.padStart(4, '0').toUpperCase()}` : inJson(letter))),
  'codes in braces': (text) => each(text, (code) => `\\u{${code}}`),
  'codes of a program': (text) => each(text, (code) => `\\x${code.padStart(2, '0')}`),
  'URLs, for every letter': percent,
  'URLs, with small and capital digits': (text) => encodeURIComponent(text).replaceAll(/%(.)(.)/gu, (_, a: string, b: string) => `%${a.toLowerCase()}${b}`),
  'a URL in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
  'a URL in a URL, with small digits': (text) => smallDigits(encodeURIComponent(smallDigits(encodeURIComponent(text)))),
  'a URL three times': (text) => encodeURIComponent(encodeURIComponent(encodeURIComponent(text))),
  'a form in a URL': (text) => encodeURIComponent(new URLSearchParams({ a: text }).toString().slice(2)),
  'HTML': inHtml,
  'HTML by numbers': (text) => each(text, (code) => `&#${Number.parseInt(code, 16)};`),
  'HTML by hexadecimal numbers': (text) => each(text, (code) => `&#X${code.toUpperCase()};`),
  'HTML in HTML': (text) => inHtml(inHtml(text)),
  'HTML in JSON': (text) => inJson(inHtml(text)),
  'a URL in JSON in JSON': (text) => inJson(inJson(encodeURIComponent(text))),
  'JSON six times': (text) => [1, 2, 3, 4, 5, 6].reduce((all) => inJson(all), text),
};

describe('a secret is found however its letters are escaped', () => {
  test.each(Object.entries(FORMS))('%s', (_, write) => {
    for (const secret of [KEY, PLAIN]) {
      const text = `before ${write(secret)} after`;
      expect(knowing(secret).text(text)).toBe('before [redacted] after');
      expect(knowing(secret, 'another-secret').value({ [text]: [text] })).toEqual({ 'before [redacted] after': ['before [redacted] after'] });
    }
  });

  test.each<[string, (text: string) => string]>([
    ['base64 in a URL', (text) => encodeURIComponent(base64(text))],
    ['base64 in the JSON of PHP', (text) => base64(text).replaceAll('/', '\\/')],
    ['lines of base64', (text) => base64(`${'x'.repeat(40)}${text}${'y'.repeat(50)}`).replaceAll(/.{64}/gu, '$&\n')],
    ['lines of base64 in JSON', (text) => inJson(base64(`${'x'.repeat(41)}${text}`).replaceAll(/.{57}/gu, '$&\r\n  '))],
    ['a word that was wrapped', (text) => `${text.slice(0, 7)}\n    ${text.slice(7)}`],
    ['a word with colors', (text) => `${text.slice(0, 7)}\u001B[1;31m${text.slice(7)}`],
    ['capitals', (text) => text.toUpperCase()],
    ['small letters', (text) => text.toLowerCase()],
    ['a buffer', (text) => Buffer.from(text).toString('hex').replaceAll(/..(?=.)/gu, '$& ')],
    ['a buffer in JSON', (text) => JSON.stringify(Buffer.from(text))],
  ])('%s', (_, write) => {
    const shown = knowing(PLAIN).text(write(PLAIN));
    expect(shown).toContain('[redacted]');
    expect(Buffer.from(shown.replaceAll(/\[redacted\]|\s|\\[rn]/gu, ''), 'base64').toString()).not.toMatch(/9fQ2|xT7b|LmW4/u);
    expect(shown).not.toMatch(/9fQ2|xT7b|LmW4|39 ?66|57,102/iu);
  });

  test('what a value says that is encoded itself', () => {
    const redactor = knowing(base64('user:open-sesame'), Buffer.from('another password').toString('hex'));
    expect(redactor.text('user:open-sesame, another password')).toBe('[redacted], [redacted]');
  });
});

describe('nothing else changes', () => {
  test.each([
    'C:\\new\\table\\x41 100% & more %zz \\u00 &#; &unknown;',
    JSON.stringify({ pattern: '\\d+\\.\\w', path: 'a\\b', html: '<b>&amp;</b>', url: 'https://x.example/?q=%C3%A9&r=%E2%82%AC%F0%9F%98%80' }),
    '%E2%82 %c3%28 %ff &#x110000; \\u{110000} &#99999999;',
    'lines\n  of text\u001B[0m\r\nin colors',
  ])('%j', (text) => {
    const redactor = knowing(KEY, PLAIN);
    expect(redactor.text(text)).toBe(text);
    expect(redactor.text(`${text} ${PLAIN} ${text}`)).toBe(`${text} [redacted] ${text}`);
  });

  test('words without digits in other letters', () => {
    expect(knowing('Production').text('production, PRODUCTION, Production')).toBe('production, PRODUCTION, [redacted]');
  });

  test('what stands around a secret in JSON stays JSON', () => {
    const text = JSON.stringify({ a: `"${KEY}"\n${PLAIN}\\`, b: JSON.stringify({ c: PLAIN }) });
    expect(JSON.parse(knowing(KEY, PLAIN).text(text))).toEqual({ a: '"[redacted]"\n[redacted]\\', b: '{"c":"[redacted]"}' });
  });
});

test('an escaped secret is found wherever a text is cut', () => {
  const redactor = knowing('q"wé/8&z<', PLAIN);
  for (const write of Object.values(FORMS)) {
    const text = `{"a": "${write('q"wé/8&z<')} ${write(PLAIN)}", "b": 100}\n`;
    const whole = redactor.text(text);
    for (let cut = 0; cut <= text.length; cut++) {
      const first = redactor.piece(text.slice(0, cut));
      const second = redactor.piece(first.rest + text.slice(cut));
      expect(first.clean + second.clean + redactor.text(second.rest)).toBe(whole);
    }
  }
});
