import { setMaxListeners } from 'node:events';
import { QueueError } from '@assay/schema';
import type { Redis } from 'ioredis';
import type { QueueAddress } from '../address/queue-address.js';
import { fixFor } from './refused-write.js';

export interface ConnectionWatch {
  /** Aborts with a QueueError when the server stays away. */
  readonly signal: AbortSignal;
  close(): void;
}

export interface WatchOptions {
  readonly client: Redis;
  readonly address: QueueAddress;
  /** Called when a connection is lost, and when it stands again. */
  readonly onChange: (stands: boolean) => void;
}

/** Watches a connection, which is made again by itself, until it was lost for too long. */
export function watchConnection({ client, address, onChange }: WatchOptions): ConnectionWatch {
  const lost = new AbortController();
  // Everything that is under way listens to it.
  setMaxListeners(0, lost.signal);
  let timer: NodeJS.Timeout | undefined;
  /** What the server said last to who came back: it may be there, and let nobody in. */
  let refusal: string | undefined;
  const onError = (error: Error): void => {
    if (error.name === 'ReplyError') refusal = error.message;
  };
  const onClose = (): void => {
    if (timer) return;
    timer = setTimeout(() => {
      const said = refusal === undefined ? '' : `: ${refusal}`;
      lost.abort(
        new QueueError(`the queue at ${address.shown} was lost, and did not come back in ${address.patienceMs / 1000} s${said}`, {
          hint: `${fixFor(refusal ?? '') ?? 'start the server again'}${refusal === undefined ? ', and' : '; then'} go on with the run`,
        }),
      );
    }, address.patienceMs);
    onChange(false);
  };
  const onReady = (): void => {
    if (!timer) return;
    clearTimeout(timer);
    timer = undefined;
    refusal = undefined;
    onChange(true);
  };
  client.on('error', onError);
  client.on('close', onClose);
  client.on('ready', onReady);
  return {
    signal: lost.signal,
    close() {
      clearTimeout(timer);
      client.off('error', onError);
      client.off('close', onClose);
      client.off('ready', onReady);
    },
  };
}
