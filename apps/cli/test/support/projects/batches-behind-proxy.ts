import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { startBatchServer } from '@assay/schema/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from './workspace.js';

/** A name that nothing but the proxy knows: whoever does not ask the proxy reaches nobody. */
export const HOST = 'models.assay.test';

/** A proxy that leads HOST to a port of this machine, whichever way it is asked to. */
async function startProxy(port: number) {
  const sockets = new Set<Socket>();
  let opened = 0;
  const isKnown = (url: string): boolean => new URL(url).hostname === HOST;
  const proxy: Server = createServer((incoming, outgoing) => {
    if (!isKnown(incoming.url ?? '')) return void outgoing.writeHead(403).end();
    opened += 1;
    const { pathname, search } = new URL(incoming.url ?? '');
    const onward = request({ host: '127.0.0.1', port, path: pathname + search, method: incoming.method, headers: incoming.headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  proxy.on('connect', (incoming, socket: Socket, head) => {
    if (!isKnown(`http://${incoming.url}`)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    opened += 1;
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) {
      sockets.add(end);
      end.on('error', () => undefined).on('close', () => sockets.delete(end));
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.closeAllConnections();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, opened: () => opened };
}

/** Requests of more than one write, so that what is uploaded is a stream that has to be waited for. */
const CASES = 40;
const LONG = 'a long question '.repeat(4000);

/** Targets that only a proxy knows the way to, and what they and the proxy were asked. */
export async function project() {
  const server = await startBatchServer({ answer: ({ text }) => (text.includes('a long question') ? 'it is 42' : 'what?') });
  onTestFinished(server.close);
  const { port } = new URL(server.url);
  const proxy = await startProxy(Number(port));
  const lines = Array.from({ length: CASES }, (_, index) => JSON.stringify({ id: `c${index}`, expected_outcome: 'says 42', input: `${index} ${LONG}`, evaluators: [{ type: 'contains', value: '42' }] }));
  const { folder, rows } = await createWorkspace({
    'a.jsonl': `${lines.join('\n')}\n`,
    '.assay/targets.yaml': `targets:
  - { name: bot, provider: openai, model: m, endpoint: 'http://${HOST}:${port}/v1', api_key: sk-very-secret-1 }
  - { name: kind, provider: anthropic, model: c, endpoint: 'http://${HOST}:${port}', api_key: sk-very-secret-1 }
`,
  });
  return { server, proxy, rows, assay: (args: readonly string[], env: Readonly<Record<string, string>>) => runAssay(args, { cwd: folder, env }) };
}

/** Targets get all replies in batches where a variable names the proxy. */
export const testBatchesBehindProxy = (dialects: readonly (readonly [provider: string, target: string, variable: string])[]): void =>
  test.each(dialects)('batches of %s are uploaded, looked at and collected through the proxy', async (_, target, variable) => {
    const { server, proxy, rows, assay } = await project();
    const { exitCode, stderr } = await assay(['run', 'a.jsonl', '--target', target, '--batch', '--wait', '1', '--out', 'out'], { [variable]: proxy.url });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect((await rows('out')).map(({ score }) => score)).toEqual(Array<number>(CASES).fill(1));
    expect(server.batches).toHaveLength(1);
    expect(server.asked.map(({ batch }) => batch)).toEqual(Array<number>(CASES).fill(1));
    expect(proxy.opened()).toBeGreaterThan(0);
  });
