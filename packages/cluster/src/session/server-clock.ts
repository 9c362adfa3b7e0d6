import type { Redis } from 'ioredis';

/** Milliseconds between two looks: clocks are set, and machines sleep. */
const LOOK_MS = 60_000;

/** The clock of the server, which all members of a queue share: those of their machines may differ by hours. */
export interface ServerClock {
  /** Settles when the server was asked for the first time: until then it is the clock of this machine. Never rejects. */
  readonly isSet: Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
  close(): void;
}

/** Of a server that does not tell the time, the clock of this machine. */
export function openServerClock(client: Pick<Redis, 'info' | 'status'>): ServerClock {
  let ahead = 0;
  const look = async (): Promise<void> => {
    const micros = Number(/^server_time_usec:(\d+)/mu.exec(await client.info('server'))?.[1]);
    ahead = Number.isFinite(micros) ? micros / 1000 - Date.now() : 0;
  };
  const isSet = look().catch(() => undefined);
  const timer = setInterval(() => {
    if (client.status === 'ready') look().catch(() => undefined);
  }, LOOK_MS);
  return { isSet, now: () => Math.round(Date.now() + ahead), close: () => clearInterval(timer) };
}
