import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { HELLO } from './support/projects/asked-target.js';
import { createWorkspace } from './support/projects/workspace.js';

const WHOLE = JSON.stringify(HELLO.chat);

/** Says how long nothing is, as servers of HTTP/1.0 do, and closes the connection after some of its reply at first. */
async function oldServer(parts: readonly string[]): Promise<string> {
  let asked = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${parts[Math.min(asked++, parts.length - 1)]}`));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function rowOf(parts: readonly string[], retries: number) {
  const endpoint = await oldServer(parts);
  const { folder, rows } = await createWorkspace({
    's.yaml': `targets:\n  - {name: bot, provider: openai-compatible, model: m, endpoint: "${endpoint}", max_retries: ${retries}}\nexecution: {target: bot}\nevalcases:\n  - {id: a, expected_outcome: Greets, input: hi, evaluators: [{type: contains, value: hello}]}\n`,
  });
  await runAssay(['run', 's.yaml'], { cwd: folder });
  return (await rows())[0];
}

test.each([1, 40, WHOLE.indexOf(',') + 1, WHOLE.length - 1])('a reply of which %i characters came is one that ended early, not one of another server', async (length) => {
  const row = await rowOf([WHOLE.slice(0, length)], 0);
  expect(row?.score).toBeNull();
  expect(row?.error?.message).toContain(`the reply ends in the middle of its JSON, after ${length} characters`);
  expect(row?.error?.hint).toMatch(/^perhaps 127\.0\.0\.1:\d+, or a proxy before it, closes connections early/u);
});

test('it is asked for again', async () => {
  expect(await rowOf([WHOLE.slice(0, 40), WHOLE], 1)).toMatchObject({ verdict: 'pass' });
});

test('what is wrong in its middle is told as before', async () => {
  const row = await rowOf(['{"choices": [oops], "more": 1}'], 0);
  expect(row?.error?.message).toContain('the reply is not valid JSON');
});
