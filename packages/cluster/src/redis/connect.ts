import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { errorText, ConfigError } from '@assay/schema';
import { Redis } from 'ioredis';
import type { QueueAddress } from '../address/queue-address.js';
import { checkServer } from './check-server.js';
import { connectInTime } from './connect-in-time.js';
import { disconnect } from './disconnect.js';
import { whyRefused } from './why-refused.js';

/** Milliseconds in which a connection has to stand, or is tried again. */
const CONNECT_MS = 5_000;
/** Milliseconds that the other end has to close a connection that is ended here; one that is away never does. */
const END_MS = 250;
/** Most milliseconds between two tries to connect again. */
const MOST_BETWEEN_TRIES_MS = 1_000;

/** Milliseconds until the next try. */
function betweenTries(tries: number): number {
  return Math.min(MOST_BETWEEN_TRIES_MS, 50 * 2 ** Math.min(tries, 6));
}

/** @throws ConfigError when the certificate cannot be used. */
async function tlsOptions({ host, certificate }: QueueAddress): Promise<ConnectionOptions> {
  const named = isIP(host) === 0 ? { servername: host } : {};
  if (!certificate) return named;
  const { certFile, keyFile } = certificate;
  try {
    const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
    // It says whether they can be used, and belong together. Most queues have none, and go without all of its module.
    const { createSecureContext } = await import('node:tls');
    createSecureContext(pair);
    return { ...named, ...pair };
  } catch (error) {
    throw new ConfigError(`the certificate for the queue cannot be used (cert ${certFile}, key ${keyFile}): ${errorText(error)}`, {
      hint: 'both are files in PEM, of a certificate and of the key that belongs to it, without a password',
    });
  }
}

/**
 * Connects to a server, and looks whether it can hold a queue. A connection that is lost later is made again by itself, for ever, and
 * what was sent meanwhile is sent then.
 * @throws ConfigError for a wrong password, too few rights, or a server that would lose jobs; QueueError when it cannot be reached.
 */
export async function connect(address: QueueAddress): Promise<Redis> {
  const { host, port, tls, username, password, database } = address;
  let stood = false;
  const client = new Redis({
    host,
    port,
    db: database,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: await tlsOptions(address) } : {}),
    lazyConnect: true,
    // It would print a line of its own for a user who may not ask for INFO; the first time that is looked at here.
    enableReadyCheck: false,
    connectTimeout: CONNECT_MS,
    disconnectTimeout: END_MS,
    maxRetriesPerRequest: null,
    retryStrategy: (tries) => (stood ? betweenTries(tries) : null),
    // Shown by the server to whoever asks who is connected.
    connectionName: 'assay',
    disableClientInfo: true,
  });
  // The first says more than what follows of it.
  let first: Error | undefined;
  client.on('error', (error: Error) => (first ??= error));
  try {
    await connectInTime(client, () => checkServer(client, address));
    // Such as a database that the server does not have: it answers all the same, from another one.
    if (first) throw first;
    stood = true;
    client.options.enableReadyCheck = true;
    return client;
  } catch (error) {
    disconnect(client);
    throw await whyRefused(first ?? error, address);
  }
}
