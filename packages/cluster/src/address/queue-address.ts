import { UsageError, visibleText } from '@assay/schema';

/** Where a queue is: a Redis or Valkey server, and the prefix of all names there. */
export interface QueueAddress {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Number of the database. */
  readonly database: number;
  /** Begins the name of every key and channel. */
  readonly prefix: string;
  /** Milliseconds that the server may be away, such as while it starts again, until a run or a worker ends. */
  readonly patienceMs: number;
  /** As it may be shown: without user and password. */
  readonly shown: string;
}

const DEFAULT_PREFIX = 'assay';
const DEFAULT_PORT = 6379;
const PREFIX = /^[\w.-]{1,64}$/u;
const EXAMPLE = 'such as redis://127.0.0.1:6379, or rediss://user:password@queue.example.com:6380/0?prefix=evals';

function wrong(what: string): UsageError {
  return new UsageError(`--queue: ${what}`, { hint: `it must be the address of a Redis or Valkey server, ${EXAMPLE}` });
}

/** What stands in an address, without its escapes. */
function plain(text: string, what: string): string | undefined {
  if (text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong(`the ${what} has a % that begins no escape (write it as %25)`);
  }
}

function databaseOf({ pathname }: URL): number {
  const written = pathname.replace(/^\//u, '');
  if (written === '') return 0;
  if (!/^\d{1,4}$/u.test(written)) throw wrong('what follows the address behind / must be the number of a database');
  return Number(written);
}

const OPTIONS = ['prefix', 'patience'];
const DEFAULT_PATIENCE_S = 60;

function patienceOf({ searchParams }: URL): number {
  const written = searchParams.get('patience') ?? String(DEFAULT_PATIENCE_S);
  if (!/^\d{1,5}$/u.test(written) || Number(written) === 0) throw wrong('the patience must be a whole number of seconds from 1 to 99999');
  return Number(written) * 1000;
}

function prefixOf({ searchParams }: URL): string {
  const other = [...searchParams.keys()].find((key) => !OPTIONS.includes(key));
  if (other !== undefined) throw wrong(`there is no option "${visibleText(other)}": the options are ${OPTIONS.join(' and ')}`);
  const prefix = searchParams.get('prefix') ?? DEFAULT_PREFIX;
  if (!PREFIX.test(prefix)) throw wrong('the prefix must have 1 to 64 letters, digits, dots, underscores or hyphens');
  return prefix;
}

/**
 * Reads an address such as `rediss://user:password@host:6380/0?prefix=evals`. What is wrong is told without quoting it, since it
 * may hold a password.
 * @throws UsageError
 */
export function readQueueAddress(written: string): QueueAddress {
  let url: URL;
  try {
    url = new URL(written.trim());
  } catch {
    throw wrong('this is no address');
  }
  const tls = url.protocol === 'rediss:';
  if (!tls && url.protocol !== 'redis:') throw wrong('it must begin with redis:// or rediss://');
  const host = url.hostname.replace(/^\[(.*)\]$/u, '$1');
  if (host === '') throw wrong('it names no host');
  if (url.hash !== '') throw wrong('it has a part behind # (in a password, write it as %23)');
  const port = url.port === '' ? DEFAULT_PORT : Number(url.port);
  if (port === 0) throw wrong('the port must be from 1 to 65535');
  const database = databaseOf(url);
  const prefix = prefixOf(url);
  const patienceMs = patienceOf(url);
  const said = [...(prefix === DEFAULT_PREFIX ? [] : [`prefix=${prefix}`]), ...(patienceMs === 1000 * DEFAULT_PATIENCE_S ? [] : [`patience=${patienceMs / 1000}`])];
  const query = said.length === 0 ? '' : `?${said.join('&')}`;
  return {
    host,
    port,
    tls,
    username: plain(url.username, 'user'),
    password: plain(url.password, 'password'),
    database,
    prefix,
    patienceMs,
    shown: `${url.protocol}//${url.hostname}:${port}${database === 0 ? '' : `/${database}`}${query}`,
  };
}
