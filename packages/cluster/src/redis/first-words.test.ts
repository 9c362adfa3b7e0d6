import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readQueueAddress } from '../address/queue-address.js';
import { connect } from './connect.js';
import { firstWords } from './first-words.js';

/** A server that says something to whoever comes, and closes. @returns its port. */
async function saying(words: string | undefined): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (words === undefined) return;
    // Resets the connection once it was asked something, as a server does that reads nothing.
    socket.write(words, () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const place = (port: number, tls = false) => ({ host: '127.0.0.1', port, tls });

test('of a server that lets nobody in are heard, and of none that waits to be asked, is not there, or speaks TLS', async () => {
  expect(await firstWords(place(await saying('-ERR max number of clients reached\r\n')))).toBe('ERR max number of clients reached');
  expect(await firstWords(place(await saying('220 mail.example.com\r\n')))).toBeUndefined();
  expect(await firstWords(place(await saying(undefined)))).toBeUndefined();
  expect(await firstWords(place(1))).toBeUndefined();
  expect(await firstWords(place(await saying('-ERR max number of clients reached\r\n'), true))).toBeUndefined();
});

test('of one that serves its own machine alone are told to their first stop, with what to do', async () => {
  const port = await saying('-DENIED Redis is running in protected mode because protected mode is enabled. In this mode connections are only accepted from the loopback interface. If you want\r\n');
  await expect(connect(readQueueAddress(`redis://127.0.0.1:${port}`, {}))).rejects.toMatchObject({
    message: `the queue at redis://127.0.0.1:${port} lets nobody in: DENIED Redis is running in protected mode because protected mode is enabled`,
    hint: expect.stringContaining('requirepass') as string,
  });
});
