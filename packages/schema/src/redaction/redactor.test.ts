import { describe, expect, test } from 'vitest';
import { createRedactor, type Redactor } from './redactor.js';

const KEY = 'sk-Zq7/w+9"é\\x&T <1>';

function knowing(secret: string, name?: string): Redactor {
  const redactor = createRedactor();
  redactor.add(secret, name);
  return redactor;
}

test('what is forgotten is no secret any more, in no form, until it is added again', () => {
  const redactor = knowing(KEY, 'MY_KEY');
  const texts = [KEY, encodeURIComponent(KEY), JSON.stringify(KEY)];
  for (const text of texts) expect(redactor.text(text)).toContain('[redacted MY_KEY]');
  redactor.forget();
  for (const text of texts) expect(redactor.text(text)).toBe(text);
  redactor.add(KEY);
  expect(redactor.text(KEY)).toBe('[redacted]');
});

describe('what stands for a secret', () => {
  test('the name of its variable, where it has one', () => {
    expect(knowing('abcdefgh', 'MY_KEY').text('x abcdefgh y')).toBe('x [redacted MY_KEY] y');
    expect(knowing('abcdefgh').text('abcdefghabcdefgh!')).toBe('[redacted][redacted]!');
  });

  test('of two names the first in the alphabet, in whatever order they come; a name before none', () => {
    for (const names of [['B_KEY', 'A_KEY', undefined], [undefined, 'A_KEY', 'B_KEY']]) {
      const redactor = createRedactor();
      for (const name of names) redactor.add('abcdefgh', name);
      expect(redactor.text('abcdefgh')).toBe('[redacted A_KEY]');
    }
  });

  test('a name that is none of letters is not shown', () => {
    expect(knowing('abcdefgh', 'A"KEY').text('abcdefgh')).toBe('[redacted]');
  });
});

describe('a secret is found in the forms that programs give it', () => {
  const json = JSON.stringify(KEY).slice(1, -1);
  const base64 = Buffer.from(KEY).toString('base64');
  test.each([
    ['as it is', KEY],
    ['in JSON', JSON.stringify({ error: `bad ${KEY}!` })],
    ['in JSON in JSON', JSON.stringify({ body: JSON.stringify({ error: KEY }) })],
    ['in JSON without letters beyond ASCII', json.replace('é', '\\u00e9')],
    ['in JSON of Java', json.replace('é', '\\u00E9')],
    ['in JSON of PHP', json.replaceAll('/', '\\/')],
    ['in a query', `?key=${encodeURIComponent(KEY)}&x`],
    ['in a query with small letters', encodeURIComponent(KEY).replaceAll(/%../gu, (hex) => hex.toLowerCase())],
    ['in the query of a URL in a query', `?next=${encodeURIComponent(`/?key=${encodeURIComponent(KEY)}`)}`],
    ['in hexadecimal', Buffer.from(KEY).toString('hex')],
    ['in hexadecimal with capitals', Buffer.from(KEY).toString('hex').toUpperCase()],
    ['in a form', new URLSearchParams({ key: KEY }).toString()],
    ['in a path', encodeURI(KEY)],
    ['in base64', base64],
    ['in base64 of URLs', Buffer.from(KEY).toString('base64url')],
    ['in HTML', '<b>sk-Zq7/w+9&quot;é\\x&amp;T &lt;1&gt;</b>'],
  ])('%s', (_, text) => {
    expect(knowing(KEY).text(`[${text}]`)).toContain('[redacted]');
    expect(knowing(KEY).text(`[${text}]`)).not.toMatch(/Zq7|c2stWnE3|5a7137/iu);
  });

  test.each(['', 'a', 'ab', 'user', 'longer-user'])('as the password of "%s" in base64, and wherever it begins', (user) => {
    const encoded = Buffer.from(`${user}:${KEY} and more`).toString('base64');
    const clean = knowing(KEY).text(encoded);
    const shown = Buffer.from(clean.replaceAll(/\[redacted\]/gu, ''), 'base64').toString('latin1');
    expect(clean).toContain('[redacted]');
    expect(shown).not.toMatch(/Zq7|w\+9|T <1/u);
  });

  test('the lines of a private key', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n-----END PRIVATE KEY-----';
    const redactor = knowing(key);
    expect(redactor.text('line 2: BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj')).toBe('line 2: [redacted]');
    expect(redactor.text(key.replaceAll('\n', ' '))).toBe('[redacted]');
    expect(redactor.text('-----BEGIN PRIVATE KEY----- is missing')).toBe('-----BEGIN PRIVATE KEY----- is missing');
  });
});

describe('what is no secret stays', () => {
  test('values of fewer than 8 characters, and empty ones', () => {
    const redactor = createRedactor();
    for (const value of ['', '   ', 'short', '1234567', undefined]) redactor.add(value, 'A_KEY');
    expect(redactor.text('short 1234567')).toBe('short 1234567');
  });

  test('a value without secrets is the same object', () => {
    const value = { a: ['text', { b: 1 }], c: null };
    expect(knowing('abcdefgh').value(value)).toBe(value);
  });

  test.each([
    ['OPENAI_API_KEY', true], ['apiKey', true], ['GITHUB_TOKEN', true], ['AUTH_TOKENS', true], ['KEY', true], ['KEY_2', true],
    ['CLIENT_SECRET', true], ['PGPASSWORD', true], ['password', true], ['MYSECRETVALUE', true], ['AWS_ACCESS_KEY_ID', true],
    ['SSH_PASSPHRASE', true], ['MYSQL_PWD', true], ['PWD', false],
    ['KEYBOARD_LAYOUT', false], ['TOKENIZERS_PARALLELISM', false], ['MONEY', false], ['HOME', false], ['MODE', false],
  ])('the name %s decides: %s', (name, secret) => {
    const redactor = createRedactor();
    redactor.addEnvironment({ [name]: 'production' });
    expect(redactor.text('in production').includes('redacted')).toBe(secret);
  });

  test.each([
    ['KEY_FILE', '/home/me/key.pem'], ['SSH_KEY_PATH', '~/.ssh/id_rsa'], ['TOKEN_URL', 'https://example.com/token'],
  ])('places of keys: %s', (name, value) => {
    const redactor = createRedactor();
    redactor.addEnvironment({ [name]: value });
    expect(redactor.text(`see ${value}.`)).toBe(`see ${value}.`);
  });
});

test('users and keys in addresses of the environment are secrets whatever their variable is called', () => {
  const redactor = createRedactor();
  redactor.addEnvironment({ DB: 'postgres://me:pass%20word1@host/db', HOOK: 'https://x.example/?api_key=abcdef123&mode=production' });
  expect(redactor.text('me:pass word1, pass%20word1, abcdef123, production')).toBe('[redacted DB], [redacted DB], [redacted HOOK], production');
});

test.each([
  ['HTTPS_PROXY', 'me:password-1@proxy.example:8080'], ['OPENAI_BASE_URL', 'htp//me:password-1@host/v1'], ['DB_DSN', 'me:password-1@tcp(db)/x'],
])('passwords in addresses that are no URLs: %s', (name, value) => {
  const redactor = createRedactor();
  redactor.addEnvironment({ [name]: value });
  expect(redactor.text(`"${value}" is no URL`)).toBe(`"${value.replace('password-1', `[redacted ${name}]`)}" is no URL`);
});

test.each([
  ['DATABASE_URL', 'postgres://postgres:postgres@localhost/x', 'postgres is a database'],
  ['PACKAGE', 'npm:typescript@5', 'typescript'],
])('what hides nothing: %s', (name, value, text) => {
  const redactor = createRedactor();
  redactor.addEnvironment({ [name]: value });
  expect(redactor.text(text)).toBe(text);
});

describe('secrets of options', () => {
  test.each([
    [{ api_key: 'abcdefgh-1' }, 'abcdefgh-1'],
    [{ headers: { Authorization: 'Bearer abcdefgh-2' } }, 'abcdefgh-2'],
    [{ headers: { authorization: `Basic ${Buffer.from('me:abcdefgh-3').toString('base64')}` } }, 'abcdefgh-3'],
    [{ headers: { 'X-Auth-Token': 'abcdefgh-4', Cookie: 'sid=abcdefgh-4b' } }, 'abcdefgh-4'],
    [{ headers: { Cookie: 'a=1; sid=abcdefgh-4c' } }, 'abcdefgh-4c'],
    [{ url: 'https://me:abcdefgh-5@host/v1' }, 'abcdefgh-5'],
    [{ base_url: 'me:abcdefgh-5b@host/v1' }, 'abcdefgh-5b'],
    [{ endpoint: 'https://host/v1?sig=abcdefgh-6' }, 'abcdefgh-6'],
    [{ env: { DB_PASSWORD: 'abcdefgh-7' } }, 'abcdefgh-7'],
    [{ command: ['agent', '--api-key', 'abcdefgh-8'] }, 'abcdefgh-8'],
    [{ command: ['agent', '--token=abcdefgh-9'] }, 'abcdefgh-9'],
    [{ command: 'agent --password "abcdefgh 10" | cat' }, 'abcdefgh 10'],
    [{ command: 'API_KEY=abcdefgh-11 agent' }, 'abcdefgh-11'],
    [{ command: ['curl', '-H', 'X-Api-Key: abcdefgh-12'] }, 'abcdefgh-12'],
    [{ command: `curl -H 'Authorization: Bearer abcdefgh-13' http://x` }, 'abcdefgh-13'],
    [{ parameters: { nested: [{ secret: ['abcdefgh-14'] }] } }, 'abcdefgh-14'],
    [{ api_key: 1234567890 }, '1234567890'],
    [{ api_key: '${abcdefgh-15}' }, '${abcdefgh-15}'],
    [{ api_key: 'abcdefgh-16${' }, 'abcdefgh-16${'],
    [{ headers: { 'sk-abcdefgh': 'x' } }, 'sk-abcdefgh'],
    [{ env: { 'ghp_abcdefgh17': 1 } }, 'ghp_abcdefgh17'],
    [{ aB3dE5fG7hI9jK1l: true }, 'aB3dE5fG7hI9jK1l'],
    [{ api_key: '${sk_abcdefgh}' }, 'sk_abcdefgh'],
  ])('%j', (options, secret) => {
    const redactor = createRedactor();
    redactor.addOptions(options);
    expect(redactor.text(`<${secret}>`)).toBe('<[redacted]>');
  });

  test.each([
    [{ headers: { 'X-Team': 'evaluations' } }, 'evaluations'],
    [{ env: { MODE: 'production' } }, 'production'],
    [{ reply: 'the password is: open-sesame' }, 'open-sesame'],
    [{ tool_calls: [{ tool: 'find', input: { key: 'something' } }] }, 'something'],
    [{ parameter_mapping: { max_tokens: 'token_limit', token: 'max_tokens' } }, 'max_tokens'],
    [{ command: ['agent', '--mode', 'production', '--keep', 'everything'] }, 'production'],
    [{ command: 'agent --max-tokens 12345678' }, 'agent'],
    [{ max_tokens: 12345678 }, '12345678'],
    [{ 'max-tokens': '12345678', tokens_per_minute: '12345678' }, '12345678'],
    [{ command: ['agent', '--max-tokens', '12345678', '--tokens-per-minute=12345678'] }, '12345678'],
    [{ api_key: '${OPENAI_API_KEY}' }, '${OPENAI_API_KEY}'],
    [{ system_prompt: 'Guard the token: carefully' }, 'carefully'],
  ])('none in %j', (options, text) => {
    const redactor = createRedactor();
    redactor.addOptions(options);
    expect(redactor.text(text)).toBe(text);
  });
});

describe('secrets of programs that evaluators run', () => {
  test.each([
    [{ script: ['judge', '--api-key', 'abcdefgh-1'] }, 'abcdefgh-1'],
    [{ script: 'TOKEN=abcdefgh-2 judge' }, 'abcdefgh-2'],
    [{ script: ['judge'], api_key: 'abcdefgh-3' }, 'abcdefgh-3'],
    [{ script: ['judge'], settings: { headers: { Authorization: 'Bearer abcdefgh-4' } } }, 'abcdefgh-4'],
    [{ aggregator: { type: 'code_judge', script: ['judge', '--token=abcdefgh-5'] } }, 'abcdefgh-5'],
  ])('%j', (options, secret) => {
    const redactor = createRedactor();
    redactor.addProgram(options);
    expect(redactor.text(`<${secret}>`)).toBe('<[redacted]>');
  });

  test.each([
    [{ script: ['judge'], key: 'invoice_number' }, 'invoice_number'],
    [{ script: ['judge'], required_keys: ['invoice_number'] }, 'invoice_number'],
    [{ script: ['judge', 'invoice_number'] }, 'invoice_number'],
    [{ evaluators: [{ type: 'field', api_key: 'invoice_number' }] }, 'invoice_number'],
  ])('none in %j', (options, text) => {
    const redactor = createRedactor();
    redactor.addProgram(options);
    expect(redactor.text(text)).toBe(text);
  });
});

test('secrets of a command line', () => {
  const redactor = createRedactor();
  redactor.addArguments(['run', 's.yaml', '--api-key', 'abcdefgh-1', '--token=abcdefgh-2', '--target', 'production']);
  expect(redactor.text('abcdefgh-1 abcdefgh-2 production s.yaml')).toBe('[redacted] [redacted] production s.yaml');
});

describe('values', () => {
  test('texts and names at every depth', () => {
    expect(knowing('abcdefgh').value({ 'x-abcdefgh': [{ b: 'abcdefgh' }], n: 1, none: null })).toEqual({
      'x-[redacted]': [{ b: '[redacted]' }],
      n: 1,
      none: null,
    });
  });

  test('nesting without an end ends', () => {
    let deep: unknown = 'abcdefgh';
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(() => knowing('abcdefgh').value(deep)).not.toThrow();
  });
});

test('the end of a secret that was cut off is redacted with its beginning', () => {
  const redactor = knowing('sk-0123456789abcdef');
  expect(redactor.text('the key sk-0123456789…')).toBe('the key [redacted]…');
  expect(redactor.text('the key sk-0123456789abc')).toBe('the key [redacted]');
  expect(redactor.text('the key sk-0123456789... and')).toBe('the key [redacted]... and');
  expect(redactor.text('"the key sk-012345"... is not valid JSON')).toBe('"the key [redacted]"... is not valid JSON');
  expect(redactor.text('the key sk-01234…')).toBe('the key [redacted]…');
  expect(redactor.text('keys begin with sk-')).toBe('keys begin with sk-');
});

test('secrets that overlap, or hold one another, leave nothing of either', () => {
  const redactor = createRedactor();
  for (const secret of ['abcdefghij', 'ghijklmnop', 'cdefghijkl', 'abcdefghijklmnop-long']) redactor.add(secret);
  for (const text of ['abcdefghijklmnop', 'abcdefghijklmnop-long', 'xxabcdefghijkl', 'ghijklmnopq']) {
    expect(redactor.text(text)).toMatch(/^(?:xx)?\[redacted\]q?$/u);
  }
});

describe('pieces', () => {
  function inPieces(redactor: Redactor, pieces: readonly string[]): string {
    let [all, rest] = ['', ''];
    for (const piece of pieces) {
      const part = redactor.piece(rest + piece);
      all += part.clean;
      rest = part.rest;
    }
    return all + redactor.text(rest);
  }

  test('a secret is found wherever it is cut, and everything else arrives', () => {
    const redactor = createRedactor();
    for (const secret of ['abcdefghij', 'ijabcdefgh-other', 'hijklmnopqr']) redactor.add(secret);
    const text = 'start abcdefghijklmnopqr ijabcdefgh-other ijabcd abcdefghijabcdefgh-other end';
    const whole = redactor.text(text);
    expect(whole).not.toMatch(/abcdefghij|hijklmnopqr|-other/u);
    for (let first = 0; first <= text.length; first++) {
      for (let second = first; second <= text.length; second += 3) {
        expect(inPieces(redactor, [text.slice(0, first), text.slice(first, second), text.slice(second)])).toBe(whole);
      }
    }
    expect(inPieces(redactor, [...text])).toBe(whole);
  });

  test('lines wait for nothing', () => {
    expect(knowing('sk-abcdefgh').piece('tests are done\n')).toEqual({ clean: 'tests are done\n', rest: '' });
  });

  test('numbers in JSON stay numbers; in texts they are redacted', () => {
    const redactor = knowing('12345678', 'PIN_TOKEN');
    const { clean } = redactor.piece('{"n":12345678,"m":[1234567890, 12345678.5],"text":"pin 12345678"}\n', true);
    expect(JSON.parse(clean)).toEqual({ n: 12345678, m: [1234567890, 12345678.5], text: 'pin [redacted PIN_TOKEN]' });
    expect(redactor.piece('n: 12345678\n').clean).toBe('n: [redacted PIN_TOKEN]\n');
  });
});

test('random texts with random secrets: what a plain search finds is gone, what is left stands as it was', () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >>> 8) % below;
  };
  const word = (length: number, letters: number): string =>
    Array.from({ length }, () => String.fromCharCode(97 + random(letters))).join('');
  for (let round = 0; round < 300; round++) {
    const letters = 2 + random(3);
    const secrets = Array.from({ length: 1 + random(5) }, () => word(8 + random(6), letters));
    const redactor = createRedactor();
    for (const secret of secrets) redactor.add(secret);
    const text = `${word(random(40), letters)} ${secrets[random(secrets.length)]}${word(random(40), letters)}~`;
    const clean = redactor.text(text);
    for (const secret of secrets) expect(clean.replaceAll('[redacted]', '\n')).not.toContain(secret);
    const kept = clean.split('[redacted]');
    let at = 0;
    for (const part of kept) {
      expect(text.indexOf(part, at)).toBeGreaterThanOrEqual(at);
      at = text.indexOf(part, at) + part.length;
    }
  }
});
