import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const KEY = 'sk-of-whoever-runs-this-01';
const SUITE = 'evalcases:\n  - { id: one, input: Hi, expected_outcome: x, evaluators: [{ type: contains, value: fine }] }\n';
const RUN = ['run', 'suite.yaml', '--max-retries', '0', '--target'];

/** A server of chat completions that keeps what it was sent. */
async function startServer(status = 200, headers: Record<string, string> = {}) {
  const asked: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    request.resume();
    asked.push(request.headers);
    const message = { role: 'assistant', content: 'fine' };
    const body = status === 200 ? { choices: [{ index: 0, message, finish_reason: 'stop' }] } : { error: { message: 'no' } };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  await new Promise<void>((ready) => server.listen(0, ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, asked };
}

test('a .env that comes with a project gets no key of whoever runs it, and its own where it says', async () => {
  const server = await startServer();
  const { folder } = await createWorkspace({ 'suite.yaml': SUITE, '.env': `OPENAI_BASE_URL=${server.url}/v1\n` });
  const run = await runAssay([...RUN, 'openai:m'], { cwd: folder, env: { OPENAI_API_KEY: KEY } });
  expect(run.exitCode, run.stderr).toBe(0);
  const { folder: other } = await createWorkspace({ 'suite.yaml': SUITE, '.env': `OPENAI_BASE_URL=${server.url}/v1\nOPENAI_API_KEY=sk-of-the-project-001\n` });
  await runAssay([...RUN, 'openai:m'], { cwd: other });
  expect(server.asked.map(({ authorization }) => authorization ?? 'none')).toEqual([expect.not.stringContaining(KEY), 'Bearer sk-of-the-project-001']);
}, 60_000);

test('a local server needs no key; one that refuses leads to api_key', async () => {
  const [open, closed] = [await startServer(), await startServer(401)];
  const target = (name: string, url: string, more = ''): string => `  - { name: ${name}, provider: openai, model: m, endpoint: "${url}/v1"${more} }\n`;
  const { folder } = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/targets.yaml': `targets:\n${target('open', open.url)}${target('closed', closed.url)}${target('given', open.url, ', api_key: "${OPENAI_API_KEY}"')}`,
  });
  const env = { OPENAI_API_KEY: KEY };
  expect((await runAssay([...RUN, 'open'], { cwd: folder })).exitCode).toBe(0);
  expect((await runAssay([...RUN, 'open'], { cwd: folder, env })).exitCode).toBe(0);
  const refused = await runAssay([...RUN, 'closed'], { cwd: folder, env });
  expect(refused.exitCode).toBe(3);
  expect(refused.stdout + refused.stderr).toMatch(/OPENAI_API_KEY was not sent to 127\.0\.0\.1:\d+.*write api_key: \$\{OPENAI_API_KEY\} into the target/su);
  expect(JSON.stringify([...open.asked, ...closed.asked])).not.toContain(KEY);
  await runAssay([...RUN, 'given'], { cwd: folder, env });
  expect(open.asked.at(-1)?.authorization).toBe(`Bearer ${KEY}`);
}, 60_000);

test.each([301, 302, 307, 308])('a redirect (%d) to another name of the same machine is not followed, whoever wrote the key', async (status) => {
  const behind = await startServer();
  const front = await startServer(status, { location: `http://localhost:${behind.port}/v1/chat/completions` });
  const { folder } = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/targets.yaml': `targets:\n  - { name: t, provider: openai, model: m, endpoint: "${front.url}/v1", api_key: ${KEY}, headers: { X-Api-Key: ${KEY} } }\n`,
  });
  const run = await runAssay([...RUN, 't'], { cwd: folder });
  expect(run.exitCode).toBe(3);
  expect(run.stdout + run.stderr).toContain('redirects are not followed');
  expect(run.stdout + run.stderr).not.toContain(KEY);
  expect([front.asked.length, behind.asked.length]).toEqual([1, 0]);
}, 60_000);

const ASKED = `targets: [{ name: bot, provider: mock, reply: 'hi \${NAME}' }]\nexecution: { target: bot }\nevalcases:\n  - { id: a, expected_outcome: x, input: hi, evaluators: [{ type: contains, value: hi }] }\n`;

test.each([
  ['in UTF-16, as Windows writes it', Buffer.from('\uFEFFNAME=Ada\n', 'utf16le'), ':1:1: the file is in UTF-16, not UTF-8'],
  ['with bytes that are no UTF-8', Buffer.from('# a comment\nNAME=Ren\u00E9\n', 'latin1'), ':2:9: the file is not in UTF-8'],
])('a .env %s is told as that, and not that its variables are not set', async (_, bytes, message) => {
  const { folder: cwd } = await createWorkspace({ 'suite.yaml': ASKED, '.env': bytes });
  const { exitCode, stdout, stderr } = await runAssay(['run', 'suite.yaml'], { cwd });
  expect([exitCode, stdout, stderr]).toEqual([2, '', `error: ${cwd}/.env${message}\n  fix: save it as UTF-8\n`]);
});

test('a .env with a byte order mark, and line ends of Windows, is read', async () => {
  const { folder: cwd, rows } = await createWorkspace({ 'suite.yaml': ASKED, '.env': '\uFEFFNAME=Ren\u00E9\r\n' });
  expect(await runAssay(['run', 'suite.yaml'], { cwd })).toMatchObject({ exitCode: 0 });
  expect((await rows())[0]?.output?.text).toBe('hi Ren\u00E9');
});
