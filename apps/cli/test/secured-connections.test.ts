import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { createServer as createSecured, type ServerOptions } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { startChatServer } from './support/servers/chat-server.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const withoutOpenssl = spawnSync('openssl', ['version']).error !== undefined;
if (withoutOpenssl && (process.env['ASSAY_REQUIRE_SERVICES'] ?? '') !== '') throw new Error('openssl is not installed, and ASSAY_REQUIRE_SERVICES is set');

const SUITE = 'evalcases:\n  - { id: hello, expected_outcome: Greets, input: Say hello, evaluators: [{ type: contains, value: ello }] }\n';

/** What a run tells of its only case, whose target is at that address. */
async function toldOf({ folder }: Workspace, endpoint: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { finished } = startAssay(['run', 'suite.yaml', '--target', 'openai:gpt-4o-mini', '--max-retries', '0'], { cwd: folder, env: { OPENAI_API_KEY: 'sk-of-nobody', OPENAI_BASE_URL: endpoint, ...env } });
  const { exitCode, stdout } = await finished;
  expect([endpoint, exitCode]).toEqual([endpoint, 3]);
  return /asked: [^\n]*\n([\s\S]*?)\n\n/u.exec(stdout)?.[1]?.replaceAll(/\s+/gu, ' ') ?? stdout;
}

/** Starts a server whose port the address has. */
async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Starts a server with a certificate that it signed itself. */
async function securedServer({ folder }: Workspace, name: string, options: ServerOptions = {}): Promise<{ readonly cert: string; readonly endpoint: string }> {
  const [key, cert] = [join(folder, 'server.key'), join(folder, 'server.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createSecured({ key: readFileSync(key), cert: readFileSync(cert), ...options }, (_, response) => void response.end('{}'));
  return { cert, endpoint: `https://${name === 'localhost' ? name : '127.0.0.1'}:${await portOf(server)}/v1` };
}

test.each([
  ['http://127.0.0.1:9', 'ECONNREFUSED'],
  ['http://user:secret@no-such-proxy.invalid:3128', 'ENOTFOUND|EAI_AGAIN'],
])('a proxy that is out of reach (%s) is told as that, and not the host that it leads to', async (proxy, code) => {
  const workspace = await createWorkspace({ 'suite.yaml': SUITE });
  const { host } = new URL(proxy);
  for (const scheme of ['http', 'https']) {
    const told = await toldOf(workspace, `${scheme}://models.assay.test/v1`, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy });
    expect(told).toMatch(new RegExp(`no connection to the proxy ${host}: .*(?:${code}).* fix: check that the proxy ${host} can be reached from here, and what HTTP_PROXY and HTTPS_PROXY say`, 'u'));
    expect(told).not.toMatch(/secret|check that models/u);
  }
});

test('what is no address of a proxy ends only requests that would go through it, and is named as it is written', async () => {
  const workspace = await createWorkspace({ 'suite.yaml': SUITE });
  const { url: endpoint } = await startChatServer(() => 'Hello');
  for (const env of [{ HTTP_PROXY: 'ftp://proxy', NO_PROXY: '127.0.0.1' }, { HTTPS_PROXY: 'ftp://proxy' }]) {
    const { finished } = startAssay(['run', 'suite.yaml', '--target', 'openai:gpt-4o-mini', '--max-retries', '0'], { cwd: workspace.folder, env: { OPENAI_API_KEY: 'sk-of-nobody', OPENAI_BASE_URL: endpoint, ...env } });
    expect(await finished).toMatchObject({ exitCode: 0 });
  }
  expect(await toldOf(workspace, endpoint, { http_proxy: 'ftp://proxy' })).toContain('no connection: http_proxy is no address of a proxy fix:');
  expect(await toldOf(workspace, endpoint.replace('http:', 'https:'), { HTTP_PROXY: 'localhost:9', HTTPS_PROXY: 'ftp://proxy' })).toContain('no connection: HTTPS_PROXY is no address of a proxy fix:');
});

test('a server that speaks no TLS, no HTTP, or whose pages are no API is told as what it is, with what to write', async () => {
  const workspace = await createWorkspace({ 'suite.yaml': SUITE });
  const { url } = await startChatServer(() => ({ raw: '<!doctype html><title>Sign in</title>' }));
  const { host } = new URL(url);
  const plain = await toldOf(workspace, url.replace('http:', 'https:'));
  expect(plain).toMatch(/what the server sent is no TLS: [a-z ]+ \(\w+\) fix: write http:\/\/ instead of https:\/\/ if the server at 127\.0\.0\.1:\d+ takes no encrypted connections, else check the port$/u);
  expect(plain).not.toMatch(/routines|openssl/u);
  expect(await toldOf(workspace, url)).toContain(`the reply is a page of HTML, not JSON: perhaps of a login, a proxy or another address fix: check that ${host} answers as openai does`);
  const other = createServer((socket) => void socket.on('error', () => undefined).end('SSH-2.0-Other\r\n'));
  expect(await toldOf(workspace, `http://127.0.0.1:${await portOf(other)}/v1`)).toMatch(/is no HTTP: .* fix: check that the endpoint has the port of an HTTP API/u);
});

test.each([
  ['whose headers have no end', `HTTP/1.1 200 OK\r\nset-cookie: ${'a'.repeat(40_000)}\r\n\r\n`, /the headers of the reply are too large .* fix: look at what 127\.0\.0\.1:\d+, or a proxy before it, puts into headers .*NODE_OPTIONS=--max-http-header-size/u],
  ['that does not compress as it says', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 2\r\n\r\n{}', /the compressed reply is damaged: .* fix: see that 127\.0\.0\.1:\d+, .* compresses replies as their header content-encoding says/u],
  ['that compresses in a way that is not known', 'HTTP/1.1 200 OK\r\ncontent-encoding: zstd\r\ncontent-length: 2\r\n\r\n{}', /compressed with zstd, .* fix: .* with gzip, deflate or br, or not at all$/u],
  ['that does not go on with HTTP', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', /switched to another protocol \(HTTP 101\) fix: check that 127\.0\.0\.1:\d+ answers as openai does/u],
])('a server %s is told with what to look at', async (_, answer, told) => {
  const workspace = await createWorkspace({ 'suite.yaml': SUITE });
  const server = createServer((socket) => void socket.on('error', () => undefined).on('data', () => socket.write(answer)));
  expect(await toldOf(workspace, `http://127.0.0.1:${await portOf(server)}/v1`)).toMatch(told);
});

test.skipIf(withoutOpenssl)(`a certificate that is not trusted, or is for another host, is told as that, with how it is trusted${withoutOpenssl ? ' (skipped: install openssl)' : ''}`, async () => {
  const workspace = await createWorkspace({ 'suite.yaml': SUITE });
  const { cert, endpoint } = await securedServer(workspace, 'another.example');
  expect(await toldOf(workspace, endpoint)).toMatch(/the certificate of the server is not trusted: self.signed certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\) fix: .*in the environment variable NODE_EXTRA_CA_CERTS$/u);
  expect(await toldOf(workspace, endpoint, { NODE_EXTRA_CA_CERTS: cert })).toMatch(/the certificate of the server is one for another host: .* fix: write the endpoint with a name that its certificate has/u);
});

test.skipIf(withoutOpenssl)(`a server that asks clients for a certificate is told as that${withoutOpenssl ? ' (skipped: install openssl)' : ''}`, async () => {
  const workspace = await createWorkspace({ 'suite.yaml': SUITE });
  const { cert, endpoint } = await securedServer(workspace, 'localhost', { requestCert: true, rejectUnauthorized: true });
  const told = await toldOf(workspace, endpoint, { NODE_EXTRA_CA_CERTS: cert });
  expect(told).toMatch(/the server asks for a certificate of the client: .*certificate required \(\w+\) fix: none is sent: name as endpoint a gateway of your own that has the certificate, and leads to localhost:\d+$/u);
});

test.each([
  [403, '(HTTP 403) fix: check HTTPS_PROXY and HTTP_PROXY, have who runs the proxy allow api.example.com, or name it in NO_PROXY where it can be reached without'],
  [407, '(HTTP 407), as long as it does not know who asks fix: write who you are into its address: HTTPS_PROXY=http://USER:PASSWORD@PROXY (HTTP_PROXY for a server without TLS)'],
])('a proxy that refuses to lead to a server with HTTP %i is told as that, and as no time-out', async (status, told) => {
  const workspace = await createWorkspace({ 'suite.yaml': SUITE });
  const proxy = createProxy().on('connect', (_, socket) => void socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`));
  const address = `http://127.0.0.1:${await portOf(proxy)}`;
  for (const scheme of ['https', 'http']) {
    const said = await toldOf(workspace, `${scheme}://api.example.com/v1`, { HTTPS_PROXY: address, HTTP_PROXY: address });
    expect(said.slice(said.indexOf('no connection'))).toBe(`no connection: the proxy refused to lead there ${told}`);
  }
});

test.each([
  ['https', (socket: Socket) => socket.end()],
  ['http', (socket: Socket) => socket.end()],
  ['http', (socket: Socket) => socket.resetAndDestroy()],
])('a proxy that closes the connection in place of an answer is asked once, and told as one that refuses (%s)', async (scheme, leave) => {
  const workspace = await createWorkspace({ 'suite.yaml': SUITE });
  let asked = 0;
  const proxy = createServer((socket) => void socket.on('error', () => undefined).once('data', () => {
    asked += 1;
    leave(socket);
  }));
  const address = `http://127.0.0.1:${await portOf(proxy)}`;
  const said = await toldOf(workspace, `${scheme}://api.example.com/v1`, { HTTPS_PROXY: address, HTTP_PROXY: address });
  expect(said).toContain('no connection: the proxy closed the connection instead of leading there fix: check HTTPS_PROXY and HTTP_PROXY, have who runs the proxy allow api.example.com');
  expect(asked).toBe(1);
});

test('a proxy whose address has no protocol is asked in HTTP, and what is no address of one is told as that', async () => {
  const workspace = await createWorkspace({ 'suite.yaml': SUITE });
  const asked: string[] = [];
  const proxy = createProxy().on('connect', ({ headers }, socket) => {
    asked.push(headers['proxy-authorization'] ?? '');
    socket.end('HTTP/1.1 403 Refused\r\ncontent-length: 0\r\n\r\n');
  });
  const address = `localhost:${await portOf(proxy)}`;
  for (const written of [address, `user:secret@${address}`]) {
    expect(await toldOf(workspace, 'http://models.assay.test/v1', { HTTP_PROXY: written })).toContain('the proxy refused to lead there (HTTP 403)');
  }
  expect(asked).toEqual(['', `Basic ${Buffer.from('user:secret').toString('base64')}`]);
  for (const written of ['http://user:secret@proxy:31 28', 'ftp://user:secret@proxy', 'http://user:100%secret@proxy:3128']) {
    const told = await toldOf(workspace, 'http://models.assay.test/v1', { HTTP_PROXY: written });
    expect(told).toMatch(/: no connection: HTTP_PROXY is no address of a proxy fix: write it as http:\/\/PROXY:PORT or /u);
    expect(told).not.toMatch(/secret|check that models/u);
  }
});
