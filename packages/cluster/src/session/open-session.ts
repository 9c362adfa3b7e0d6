import { hostname } from 'node:os';
import type { QueueError } from '@assay/schema';
import type { Redis } from 'ioredis';
import { readQueueAddress, type QueueAddress } from '../address/queue-address.js';
import { connect } from '../redis/connect.js';
import { connectInTime } from '../redis/connect-in-time.js';
import { disconnect } from '../redis/disconnect.js';
import { isTaken, watchAnswers } from '../redis/watch-answers.js';
import { watchConnections, type Heard } from '../redis/watch-connections.js';
import { watchWrites, type WritesWatch } from '../writes/watch-writes.js';
import { whenTaken } from '../writes/when-taken.js';
import { whyRefused } from '../redis/why-refused.js';
import { readSecret } from '../signing/read-secret.js';
import { createSigner, type Signer } from '../signing/signer.js';
import { ended } from './ended.js';
import { queueNames, type QueueNames } from './names.js';
import { openPresence, type Member, type Presence } from './presence.js';
import { openServerClock } from './server-clock.js';

export interface QueueOptions {
  /** As `redis://user:password@host:6379/0?prefix=assay`. */
  readonly address: string;
  /** Holds `ASSAY_QUEUE_SECRET`, and may hold `ASSAY_QUEUE_PASSWORD`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives what there is to say of the queue, without an end of the line. */
  readonly tell: (text: string) => void;
}

export interface SessionOptions extends QueueOptions {
  readonly kind: Member['kind'];
  readonly id: string;
}

/** A connection that somebody else has made. */
interface Watched extends Heard {
  readonly status: string;
  disconnect(reconnect: boolean): void;
}

/** What every member of a queue has. */
export interface Session {
  readonly address: QueueAddress;
  readonly signer: Signer;
  readonly names: QueueNames;
  readonly client: Redis;
  readonly presence: Presence;
  /** Takes what there is to say of the queue, without an end of the line. */
  readonly tell: (text: string) => void;
  /** Listens to a channel. */
  listen(channel: string, hear: (message: string) => void): Promise<void>;
  /** A connection of its own, for reads that wait. */
  reader(): Promise<Redis>;
  /** Ends the member with the others when that connection is lost, as those are that are made here. */
  readonly watch: (connection: Watched) => void;
  /** Writes something at the server, and waits as long as it takes nothing for now. */
  readonly patiently: WritesWatch['patiently'];
  /** The same for what itself waits there. */
  readonly afterwards: WritesWatch['afterwards'];
  /** Aborts with a QueueError when the server stays away, or takes nothing any more. */
  readonly lost: AbortSignal;
  /** Settles as what is waited for does. @throws QueueError when the server stays away meanwhile. */
  unlessLost<T>(promise: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // It is not waited for any more then.
  promise.catch(() => undefined);
  if (signal.aborted) throw signal.reason as QueueError;
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as QueueError);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/** Makes connections like the first one. */
type Connect = () => Promise<Redis>;

interface Joined {
  readonly presence: Presence;
  readonly listen: Session['listen'];
  close(): Promise<void>;
}

interface JoinParts extends Pick<Session, 'client' | 'names' | 'signer' | 'unlessLost'> {
  readonly another: Connect;
  /** Called when the server has not answered for some seconds. */
  readonly onSilence: () => void;
}

/** @throws what the server says, such as of rights that are missing; QueueError when it stays away from now on. */
async function join({ kind, id }: Pick<SessionOptions, 'kind' | 'id'>, { client, another, onSilence, names, signer, unlessLost }: JoinParts): Promise<Joined> {
  const subscriber = await another();
  // Only little goes over it, so that no answer waits behind a row of megabytes.
  const watch = watchAnswers(subscriber, onSilence);
  const hearers = new Map<string, (message: string) => void>();
  subscriber.on('message', (channel, message) => hearers.get(channel)?.(message));
  const listen = async (channel: string, hear: (message: string) => void): Promise<void> => {
    hearers.set(channel, hear);
    await subscriber.subscribe(channel);
  };
  const clock = openServerClock(client);
  const close = (): void => {
    watch.close();
    clock.close();
  };
  try {
    await unlessLost(clock.isSet);
    const presence = await unlessLost(openPresence({ self: { kind, id, name: `${hostname()}:${process.pid}` }, client, listen, channel: names.presence, signer, now: () => clock.now() }));
    return {
      presence,
      listen,
      async close() {
        close();
        await ended(presence.close());
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Becomes a member of a queue.
 * @param open opens what the member needs there. When it fails, the session ends.
 * @throws UsageError, ConfigError for an address, a secret or a server that will not do; QueueError when it cannot be reached.
 */
export async function openSession<T>({ address: written, env, tell, kind, id }: SessionOptions, open: (session: Session) => Promise<T>): Promise<T> {
  const address = readQueueAddress(written, env);
  const signer = createSigner(readSecret(env));
  const names = queueNames(address.prefix);
  const what = kind === 'run' ? 'takes no jobs' : 'takes no rows';
  const client = await whenTaken(() => connect(address), { address, what, tell });
  /** The connections are made anew here, at a server that takes nothing: that was said, and would be said again every few seconds. */
  let isOnPurpose = false;
  let isLossTold = false;
  const watch = watchConnections({
    address,
    onChange(stands) {
      if (stands) {
        isOnPurpose = false;
        if (isLossTold) tell(`the queue at ${address.shown} is back`);
      } else {
        isLossTold = !isOnPurpose;
        if (isLossTold) tell(`lost the connection to the queue at ${address.shown}: trying again`);
      }
    },
  });
  watch.add(client);
  const connections: Redis[] = [client];
  const another: Connect = async () => {
    const connection = client.duplicate();
    // What becomes of it is reported by the watch.
    connection.on('error', () => undefined);
    connections.push(connection);
    await connectInTime(connection);
    watch.add(connection);
    return connection;
  };
  // Each is made again by itself, and lost for good when that takes too long.
  const onSilence = (): void => {
    for (const connection of connections) if (isTaken(connection)) connection.disconnect(true);
  };
  /** Made by others. */
  const watched: Watched[] = [];
  const reconnect = (): void => {
    isOnPurpose = true;
    for (const connection of [...connections, ...watched]) if (isTaken(connection)) connection.disconnect(true);
  };
  const writes = watchWrites({ client, address, what, tell, reconnect, onLost: watch.lose });
  const unlessLost: Session['unlessLost'] = (promise) => unlessAborted(promise, watch.signal);
  let joined: Joined | undefined;
  const close = async (): Promise<void> => {
    watch.close();
    writes.close();
    await joined?.close();
    for (const connection of connections) disconnect(connection);
  };
  try {
    joined = await join({ kind, id }, { client, another, onSilence, names, signer, unlessLost });
    const { presence, listen } = joined;
    return await open({
      address,
      signer,
      names,
      client,
      presence,
      tell,
      listen,
      reader: another,
      watch(connection) {
        watched.push(connection);
        watch.add(connection);
      },
      patiently: writes.patiently,
      afterwards: writes.afterwards,
      lost: watch.signal,
      unlessLost,
      close,
    });
  } catch (error) {
    // Asked first: what ends here makes room for others.
    const why = await whyRefused(error, address);
    await close();
    throw why;
  }
}
