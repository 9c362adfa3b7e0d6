import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Exchange } from './frames.js';

/** What is asked for: the protocol of the first part of the path, and the name between double brackets in the body. */
export interface Asked {
  readonly protocol: string;
  readonly name: string;
  readonly path: string;
}

export interface FrameServer {
  /** Without a path. */
  readonly url: string;
  readonly asked: readonly Asked[];
}

const LENGTH = /\r\ncontent-length: *(\d+)/iu;

/** Takes the first request off what has arrived on a connection; undefined while it is not all there. */
function takeRequest(arrived: Buffer): { readonly asked: Asked; readonly rest: Buffer } | undefined {
  const headEnd = arrived.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const head = arrived.toString('latin1', 0, headEnd);
  const end = headEnd + 4 + Number(LENGTH.exec(head)?.[1] ?? 0);
  if (arrived.length < end) return undefined;
  const path = head.split(' ')[1] ?? '';
  const name = /\[\[(.*?)\]\]/u.exec(arrived.toString('utf8', headEnd, end))?.[1] ?? '';
  return { asked: { path, name, protocol: path.split('/')[1] ?? '' }, rest: arrived.subarray(end) };
}

/** A server of bare connections: what is written is all that is sent. Stopped when the test has finished. */
export async function startFrameServer(answer: (asked: Asked, socket: Exchange['socket']) => void): Promise<FrameServer> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let arrived: Buffer = Buffer.alloc(0);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      arrived = Buffer.concat([arrived, bytes]);
      for (let request = takeRequest(arrived); request; request = takeRequest(arrived)) {
        arrived = request.rest;
        asked.push(request.asked);
        answer(request.asked, socket);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
