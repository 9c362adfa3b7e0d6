import { connect } from 'node:net';
import type { QueueAddress } from '../address/queue-address.js';

/** Milliseconds in which a server that lets nobody in says so. */
const SAY_MS = 1_000;
/** Bytes of it that are looked at. */
const MOST = 4_096;

/**
 * What a server says to whoever comes, before it is asked anything, when it lets nobody in: it has as many clients as it takes, or serves
 * its own machine alone. It closes the connection at once, and its words are thrown away with it for whoever has asked something; so this
 * asks nothing.
 * @returns undefined when it says nothing, as one that lets people in, one that is not there, and whatever is behind TLS.
 */
export async function firstWords({ host, port, tls }: Pick<QueueAddress, 'host' | 'port' | 'tls'>): Promise<string | undefined> {
  if (tls) return undefined;
  return new Promise((resolve) => {
    let said = '';
    const socket = connect({ host, port });
    const timer = setTimeout(() => socket.destroy(), SAY_MS);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      said += text;
      if (said.includes('\n') || said.length > MOST) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(/^-(?<words>[^\r\n]+)/u.exec(said)?.groups?.['words']);
    });
  });
}
