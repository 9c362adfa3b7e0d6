import { createRedactor, type Provider, type ProviderEnvironment } from '@assay/schema';
import { afterEach, describe, expect, test } from 'vitest';
import { defineChatPreset } from '../src/chat-completions/chat-preset.js';
import { maySend } from '../src/http/keys/api-key.js';
import { sendJson, startStub, type StubServer } from './stub-server.js';
import { ask, failureOf, makeTarget } from './targets.js';
import { chatWire, geminiWire, messagesWire } from './wire-formats.js';

const KEY = 'sk-of-the-environment-01';
const DOT_ENV = '/project/.env';

/** Providers whose base URL and key both come from the environment. */
const PROVIDERS = [
  { name: 'openai', wire: chatWire, key: 'OPENAI_API_KEY', base: 'OPENAI_BASE_URL' },
  { name: 'anthropic', wire: messagesWire, key: 'ANTHROPIC_API_KEY', base: 'ANTHROPIC_BASE_URL' },
  { name: 'google', wire: geminiWire, key: 'GEMINI_API_KEY', base: 'GOOGLE_GEMINI_BASE_URL' },
  { name: 'azure', wire: chatWire, key: 'AZURE_OPENAI_API_KEY', base: 'AZURE_OPENAI_ENDPOINT' },
] as const;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function stubOf(wire: (typeof PROVIDERS)[number]['wire']): Promise<StubServer> {
  const stub = await startStub((response) => sendJson(response, wire.text('ok')));
  cleanUps.push(stub.close);
  return stub;
}

interface Given {
  readonly process?: Record<string, string>;
  readonly file?: Record<string, string>;
}

/** An environment whose variables are from two places, the process first. */
function from({ process: own = {}, file = {} }: Given): Pick<ProviderEnvironment, 'env' | 'sourceOf'> {
  const sourceOf = (name: string): string | undefined => (own[name] !== undefined ? 'process' : file[name] === undefined ? undefined : DOT_ENV);
  return { env: { ...file, ...own }, sourceOf };
}

async function target(name: string, options: Record<string, unknown>, environment: Partial<ProviderEnvironment>): Promise<Provider> {
  const provider = await makeTarget(name, options, { model: 'm-1', environment });
  cleanUps.push(() => provider.close?.());
  return provider;
}

const headersOf = ({ received }: StubServer): string => JSON.stringify(received[0]?.headers);

describe.each(PROVIDERS)('$name: keys of the environment', ({ name, wire, key, base }) => {
  test.each([
    ['both in the environment of the process', (url: string) => ({ process: { [key]: KEY, [base]: url } }), true],
    ['both in one .env', (url: string) => ({ file: { [key]: KEY, [base]: url } }), true],
    ['a .env that names a host, and a key of the process', (url: string) => ({ process: { [key]: KEY }, file: { [base]: url } }), false],
    ['a process that names a host, and a key in .env', (url: string) => ({ process: { [base]: url }, file: { [key]: KEY } }), false],
  ])('%s', async (_, given, arrives) => {
    const stub = await stubOf(wire);
    const provider = await target(name, {}, from(given(stub.url)));
    expect((await provider.generate(ask('x'))).text).toBe('ok');
    expect(headersOf(stub).includes(KEY)).toBe(arrives);
  });

  test('two .env files are two places', async () => {
    const stub = await stubOf(wire);
    const environment = { env: { [key]: KEY, [base]: stub.url }, sourceOf: (variable: string) => (variable === key ? '/a/.env' : '/a/b/.env') };
    await (await target(name, {}, environment)).generate(ask('x'));
    expect(headersOf(stub)).not.toContain(KEY);
  });

  test.each(['endpoint', 'base_url', 'url'])('never go to another %s of a target, and nothing fails for want of one', async (option) => {
    const stub = await stubOf(wire);
    const provider = await target(name, { [option]: `${stub.url}/v1` }, from({ process: { [key]: KEY } }));
    expect((await provider.generate(ask('x'))).text).toBe('ok');
    expect(headersOf(stub)).not.toContain(KEY);
  });

  test('go to the host that the variable names, whatever the path, and not to another port of it', async () => {
    const [named, other] = [await stubOf(wire), await stubOf(wire)];
    const environment = from({ process: { [key]: KEY, [base]: named.url } });
    await (await target(name, { endpoint: `${named.url}/deeper/v1` }, environment)).generate(ask('x'));
    await (await target(name, { endpoint: `${other.url}/v1` }, environment)).generate(ask('x'));
    expect(headersOf(named)).toContain(KEY);
    expect(headersOf(other)).not.toContain(KEY);
  });

  test('a host that only looks like the named one gets none', async () => {
    const stub = await stubOf(wire);
    const { host } = new URL(stub.url);
    const environment = from({ process: { [key]: KEY, [base]: 'http://127.0.0.1.example.test' } });
    await (await target(name, { endpoint: `http://127.0.0.1.example.test@${host}/v1` }, environment)).generate(ask('x'));
    expect(headersOf(stub)).not.toContain(KEY);
  });

  test.each([401, 403])('a refusal (%d) of a host that got none says to write api_key', async (status) => {
    const stub = await startStub((response) => sendJson(response, { error: { message: 'no' } }, status));
    cleanUps.push(stub.close);
    const { host } = new URL(stub.url);
    const withheld = await target(name, { endpoint: stub.url }, from({ process: { [key]: KEY } }));
    expect(await failureOf(withheld.generate(ask('x')))).toMatchObject({
      kind: 'auth',
      hint: expect.stringMatching(new RegExp(`^${key} was not sent to ${host}: .*write api_key: \\$\\{${key}\\} into the target`, 'u')),
    });
    const without = await target(name, { endpoint: stub.url }, from({}));
    expect((await failureOf(without.generate(ask('x')))).hint).toContain('write api_key: ${YOUR_VARIABLE} into the target');
  });

  test('a key that is written goes where the target points', async () => {
    const stub = await stubOf(wire);
    await (await target(name, { endpoint: stub.url, api_key: 'sk-written-0001' }, from({ process: { [key]: KEY } }))).generate(ask('x'));
    expect(headersOf(stub)).toContain('sk-written-0001');
    expect(headersOf(stub)).not.toContain(KEY);
  });

  test('what the SDK would find in the environment of the process by itself is never sent', async () => {
    const planted = {
      OPENAI_API_KEY: 'planted-01', OPENAI_ADMIN_KEY: 'planted-02', OPENAI_ORG_ID: 'planted-03', OPENAI_PROJECT_ID: 'planted-04',
      OPENAI_BASE_URL: 'http://127.0.0.1:9', OPENAI_CUSTOM_HEADERS: 'X-Own: planted-05', AZURE_OPENAI_API_KEY: 'planted-06',
      AZURE_OPENAI_ENDPOINT: 'http://127.0.0.1:9', OPENAI_API_VERSION: 'planted-07', ANTHROPIC_API_KEY: 'planted-08',
      ANTHROPIC_AUTH_TOKEN: 'planted-09', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', ANTHROPIC_CUSTOM_HEADERS: 'X-Own: planted-10',
      GEMINI_API_KEY: 'planted-11', GOOGLE_API_KEY: 'planted-12', GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:9',
      GOOGLE_GENAI_USE_VERTEXAI: 'true', GOOGLE_CLOUD_PROJECT: 'planted-13',
    };
    const before = { ...process.env };
    cleanUps.push(() => {
      for (const variable of Object.keys(planted)) {
        if (before[variable] === undefined) delete process.env[variable];
        else process.env[variable] = before[variable];
      }
    });
    Object.assign(process.env, planted);
    const stub = await stubOf(wire);
    for (const more of [{}, { api_key: 'sk-written-0001' }]) {
      await (await target(name, { endpoint: stub.url, ...more }, from({}))).generate(ask('x'));
    }
    expect(stub.received).toHaveLength(2);
    expect(JSON.stringify(stub.received)).not.toContain('planted');
    expect(process.env['OPENAI_API_KEY']).toBe('planted-01');
  });

  test.each([301, 302, 303, 307, 308])('a redirect (%d) is not followed, and an error that shows no key says so', async (status) => {
    const other = await stubOf(wire);
    const stub = await startStub((response, { headers }) => {
      // It leads to another port of the host, and holds the key that it got.
      response.writeHead(status, { location: `${other.url}/?key=${encodeURIComponent(JSON.stringify(headers))}` }).end(JSON.stringify(headers));
    });
    cleanUps.push(stub.close);
    const provider = await target(name, { endpoint: stub.url, api_key: 'sk-written-0001', headers: { 'X-Auth-Token': 'header-token-1' } }, from({}));
    const error = await failureOf(provider.generate(ask('x')));
    expect(error.hint).toContain('redirects are not followed');
    expect(error.message).toContain(`: it leads to ${other.url}/?key=[redacted]`);
    expect(error.message).not.toMatch(/sk-written|header-token/u);
    expect(stub.received).toHaveLength(1);
    expect(other.received).toHaveLength(0);
  });
});

test('a key of the environment goes to the addresses of a provider itself', async () => {
  const [stub, other] = [await stubOf(chatWire), await stubOf(chatWire)];
  const definition = defineChatPreset({
    name: 'own', description: 'x', examples: [], endpoint: `${stub.url}/v1`, otherHosts: [other.url],
    keyVariables: ['FIRST_KEY', 'OWN_KEY'], keyRequired: true, structuredOutput: false,
  });
  const environment = { ...from({ file: { OWN_KEY: KEY } }), directory: '/', prices: { date: '2026-01-01', prices: {} } };
  for (const options of [{}, { endpoint: `${other.url}/x` }]) {
    const provider = await definition.create({ name: 't', provider: 'own', model: 'm', options }, environment);
    cleanUps.push(() => provider.close?.());
    await provider.generate(ask('x'));
  }
  expect(headersOf(stub)).toContain(KEY);
  expect(headersOf(other)).toContain(KEY);
});

test.each([
  [{ process: { OPENAI_API_KEY: KEY, OPENAI_ORG_ID: 'org-of-process' } }, false],
  [{ process: { OPENAI_API_KEY: KEY }, file: { OPENAI_ORG_ID: 'org-of-process' } }, true],
])('an organization goes where a key from the same place may: %j', async (given: Given, arrives) => {
  const stub = await stubOf(chatWire);
  await (await target('openai', {}, from({ ...given, file: { ...given.file, OPENAI_BASE_URL: stub.url } }))).generate(ask('x'));
  expect(headersOf(stub).includes('org-of-process')).toBe(arrives);
});

test('a proxy that a .env names gets no key of the process in a request that it can read', () => {
  const base = 'http://models.example.test/v1';
  const own = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: base };
  const proxy = { HTTP_PROXY: 'http://proxy.example.test' };
  const sends = (given: Given, url = base): boolean => {
    const environment = { ...from(given), directory: '/', prices: { date: '2026-01-01', prices: {} } };
    return maySend('OPENAI_API_KEY', { own: [], base: { variable: 'OPENAI_BASE_URL', url }, address: url }, environment);
  };
  expect(sends({ process: own, file: proxy })).toBe(false);
  expect(sends({ process: { ...own, ...proxy } })).toBe(true);
  expect(sends({ process: proxy, file: own })).toBe(true);
  expect(sends({ process: own, file: proxy }, 'https://models.example.test')).toBe(true);
});

test.each([
  ['a message', (said: string) => ({ error: { message: said, type: 'odd' } })],
  ['another place', (said: string) => ({ error: { code: said } })],
])('a key in %s of an error is taken out before it is cut', async (_, body) => {
  const key = 'sk-written-0123456789abcdef';
  const stub = await startStub((response) => sendJson(response, body(`${'x'.repeat(480)} ${key} and more`), 400));
  cleanUps.push(stub.close);
  const provider = await target('openai', { endpoint: stub.url, api_key: key }, from({}));
  const { message } = await failureOf(provider.generate(ask('x')));
  expect(message).toContain('[redacted');
  expect(message).not.toContain('sk-w');
});

test('keys are made known to the redactor of the environment', async () => {
  const redactor = createRedactor();
  await target('openai', { headers: { 'X-Api-Key': 'header-key-0001', 'X-Team': 'evaluations' } }, { ...from({ process: { OPENAI_API_KEY: KEY } }), redactor });
  expect(redactor.text(`${KEY} header-key-0001 evaluations`)).toBe('[redacted OPENAI_API_KEY] [redacted] evaluations');
});
