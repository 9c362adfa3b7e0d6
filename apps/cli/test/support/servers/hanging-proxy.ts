import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to the server at a port, behind which all hangs as soon as somebody says a word: connections are taken, and nothing is answered. @returns its port. */
export async function startHangingProxy(port: number, word: string): Promise<number> {
  let hangs = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined);
  };
  const proxy = createServer((near) => {
    keep(near);
    const far = keep(connect(port, '127.0.0.1'));
    near.on('data', (chunk) => {
      hangs ||= chunk.toString('latin1').toLowerCase().includes(word);
      if (!hangs) far.write(chunk);
    });
    far.on('data', (chunk) => !hangs && near.write(chunk));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  return (proxy.address() as AddressInfo).port;
}
