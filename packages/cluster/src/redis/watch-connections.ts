import { setMaxListeners } from 'node:events';
import { QueueError } from '@assay/schema';
import type { QueueAddress } from '../address/queue-address.js';
import { firstWords } from './first-words.js';
import { untrustedCertificate } from './refused-connection.js';
import { entryWords } from './refused-entry.js';
import { fixFor } from './refused-write.js';

/** What is heard of a connection. */
export interface Heard {
  on(event: string, listener: (error: Error) => void): unknown;
  off(event: string, listener: (error: Error) => void): unknown;
}

export interface ConnectionsWatch {
  /** Aborts with a QueueError when one of the connections stays away. */
  readonly signal: AbortSignal;
  /** Ends all that listen for a reason of its own: the server is there, and no good. */
  lose(error: QueueError): void;
  /** Watches one more, which stands. Whoever ends it on purpose may do so. */
  add(connection: Heard): void;
  close(): void;
}

export interface WatchOptions {
  readonly address: QueueAddress;
  /** Called when the first connection is lost, and when all stand again. */
  readonly onChange: (stands: boolean) => void;
}

interface Refusal {
  readonly why: string;
  /** What to do about it; undefined where it tells nothing of that. */
  readonly hint: string | undefined;
}

function refusalOf(words: string | undefined): Refusal | undefined {
  return words === undefined ? undefined : { why: entryWords(words), hint: fixFor(words) };
}

/**
 * Watches connections, each of which is made again by itself, until one was lost for too long: a server that is full takes one back and not
 * another, and whoever waits at that one would wait for ever.
 */
export function watchConnections({ address, onChange }: WatchOptions): ConnectionsWatch {
  const lost = new AbortController();
  // Everything that is under way listens to it.
  setMaxListeners(0, lost.signal);
  const away = new Map<Heard, NodeJS.Timeout>();
  const forget: (() => void)[] = [];
  /** Why who came back was not let in, or did not go in, the last time: the server may be there. */
  let refusal: Refusal | undefined;

  async function giveUp(connection: Heard): Promise<void> {
    const said = refusal ?? refusalOf(await firstWords(address));
    // It may have come back meanwhile, or nobody waits for it any more.
    if (!away.has(connection)) return;
    lost.abort(
      new QueueError(`the queue at ${address.shown} was lost, and did not come back in ${address.patienceMs / 1000} s${said ? `: ${said.why}` : ''}`, {
        hint: `${said?.hint ?? 'start the server again'}${said ? '; then' : ', and'} go on with the run`,
      }),
    );
  }

  /** It stands, or nobody wants it back. @returns whether it was away. */
  function isBack(connection: Heard): boolean {
    clearTimeout(away.get(connection));
    return away.delete(connection);
  }

  function add(connection: Heard): void {
    const onError = (error: Error): void => {
      const untrusted = untrustedCertificate(error);
      if (error.name === 'ReplyError') refusal = refusalOf(error.message);
      else if (untrusted) refusal = { why: `its certificate is not trusted: ${untrusted.why}`, hint: untrusted.hint };
    };
    const onLost = (): void => {
      if (away.has(connection)) return;
      away.set(connection, setTimeout(() => void giveUp(connection), address.patienceMs));
      if (away.size === 1) onChange(false);
    };
    const onReady = (): void => {
      if (!isBack(connection) || away.size > 0) return;
      refusal = undefined;
      onChange(true);
    };
    const onEnd = (): void => void isBack(connection);
    const hearers = Object.entries({ error: onError, reconnecting: onLost, ready: onReady, end: onEnd });
    for (const [event, hear] of hearers) connection.on(event, hear);
    forget.push(() => hearers.forEach(([event, hear]) => connection.off(event, hear)));
  }

  return {
    signal: lost.signal,
    lose: (error) => lost.abort(error),
    add,
    close() {
      for (const timer of away.values()) clearTimeout(timer);
      away.clear();
      for (const one of forget) one();
    },
  };
}
