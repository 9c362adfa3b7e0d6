import { UsageError } from '@assay/schema';

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
  /** Files of the certificate that shows the server who this is, and of its key; undefined without one. */
  readonly certificate: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** As it may be shown: without user and password. */
  readonly shown: string;
}

/** The variable that may hold the password. */
const PASSWORD_VARIABLE = 'ASSAY_QUEUE_PASSWORD';
const DEFAULT_PREFIX = 'assay';
const DEFAULT_PORT = 6379;
const PREFIX = /^[\w.-]{1,64}$/u;
const EXAMPLE = 'such as redis://127.0.0.1:6379, or rediss://user:password@queue.example.com:6380/0?prefix=evals';

function wrong(what: string): UsageError {
  return new UsageError(`the address of the queue: ${what}`, { hint: `it must be the address of a Redis or Valkey server, ${EXAMPLE}` });
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

const OPTIONS = ['prefix', 'patience', 'cert', 'key'];
const DEFAULT_PATIENCE_S = 60;

function patienceOf({ searchParams }: URL): number {
  const written = searchParams.get('patience') ?? String(DEFAULT_PATIENCE_S);
  if (!/^\d{1,5}$/u.test(written) || Number(written) === 0) throw wrong('the patience must be a whole number of seconds from 1 to 99999');
  return Number(written) * 1000;
}

/** What is wrong with an option; a ? in a password makes the rest of it look like one, which nobody is to see. */
function otherOption(written: string, search: string): string {
  const isSurelyOne = /^[a-z]+$/iu.test(written) && !search.includes('@');
  return isSurelyOne ? `there is no option "${written}"` : 'what stands behind ? is no option (in a password, write ? as %3F)';
}

function prefixOf({ searchParams, search }: URL): string {
  const other = [...searchParams.keys()].find((key) => !OPTIONS.includes(key));
  if (other !== undefined) throw wrong(`${otherOption(other, search)}: the options are ${OPTIONS.join(', ')}`);
  // Which of two was meant nobody knows: a run and its workers would wait for each other at different queues.
  const twice = OPTIONS.find((option) => searchParams.getAll(option).length > 1);
  if (twice !== undefined) throw wrong(`the option ${twice} stands in it more than once: name it once`);
  const prefix = searchParams.get('prefix') ?? DEFAULT_PREFIX;
  if (!PREFIX.test(prefix)) throw wrong('the prefix must have 1 to 64 letters, digits, dots, underscores or hyphens');
  return prefix;
}

/** As part of an address, as legible as it can be. */
function encodePath(path: string): string {
  return encodeURIComponent(path).replaceAll('%2F', '/');
}

function certificateOf({ searchParams, protocol }: URL): QueueAddress['certificate'] {
  const [certFile, keyFile] = [searchParams.get('cert'), searchParams.get('key')];
  if (certFile === null && keyFile === null) return undefined;
  if (!certFile || !keyFile) throw wrong('cert and key go together: the files of a certificate and of its key');
  if (protocol !== 'rediss:') throw wrong('a certificate is shown over TLS alone: the address must begin with rediss://');
  return { certFile, keyFile };
}

/**
 * Reads an address such as `rediss://user:password@host:6380/0?prefix=evals`. What is wrong is reported without quoting it, since it
 * may hold a password.
 * @param env whose `ASSAY_QUEUE_PASSWORD` is the password of an address without one: command lines are seen by all who are on a machine.
 * @throws UsageError
 */
export function readQueueAddress(written: string, env: Readonly<Record<string, string | undefined>>): QueueAddress {
  let url: URL;
  try {
    url = new URL(written.trim());
  } catch {
    throw wrong(`this is no address (in a password @, /, ? and # are written %40, %2F, %3F and %23; or it stands in ${PASSWORD_VARIABLE})`);
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
  const certificate = certificateOf(url);
  const said = [
    ...(prefix === DEFAULT_PREFIX ? [] : [`prefix=${prefix}`]),
    ...(patienceMs === 1000 * DEFAULT_PATIENCE_S ? [] : [`patience=${patienceMs / 1000}`]),
    ...(certificate === undefined ? [] : [`cert=${encodePath(certificate.certFile)}`, `key=${encodePath(certificate.keyFile)}`]),
  ];
  const query = said.length === 0 ? '' : `?${said.join('&')}`;
  return {
    host,
    port,
    tls,
    username: plain(url.username, 'user'),
    password: plain(url.password, 'password') ?? (env[PASSWORD_VARIABLE] || undefined),
    database,
    prefix,
    patienceMs,
    certificate,
    shown: `${url.protocol}//${url.hostname}:${port}${database === 0 ? '' : `/${database}`}${query}`,
  };
}
