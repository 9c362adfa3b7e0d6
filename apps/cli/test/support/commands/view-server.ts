import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { BIN, environmentOf } from './assay.js';

export interface PageAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON. */
  json(): unknown;
  /** The lines of the body as JSON. */
  lines(): readonly Readonly<Record<string, unknown>>[];
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server of the page that was started by the command. */
export interface ViewServer {
  readonly child: ChildProcess;
  readonly url: URL;
  /** Its address without what only its guests know. */
  readonly origin: string;
  /** @param path behind the token. */
  ask(path: string, options?: AskOptions): Promise<PageAnswer>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<PageAnswer>;
  /** Sends bytes as they are, and gives what comes back until the other side has ended. */
  raw(text: string): Promise<string>;
  /** Ends it by a signal. Resolves to the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Sends a request to the server of a page. @param path from the root. */
export function askAt(url: URL, path: string, { method = 'GET', headers = {}, body }: AskOptions = {}): Promise<PageAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: url.port, path, method, headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) }, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: () => JSON.parse(text) as unknown,
          lines: () => text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The server of a page, by its address. */
export function viewServer(child: ChildProcess, url: URL): ViewServer {
  return {
    child,
    url,
    origin: url.origin,
    ask: (path, options) => askAt(url, `${url.pathname}${path}`, options),
    post: (path, body, headers = {}) =>
      askAt(url, `${url.pathname}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', origin: url.origin, ...headers }, body: JSON.stringify(body) }),
    raw(text) {
      return new Promise((resolve, reject) => {
        let answer = '';
        const socket = connect(Number(url.port), '127.0.0.1', () => socket.write(text));
        socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
        socket.on('error', reject);
        socket.on('close', () => resolve(answer));
      });
    },
    async end(signal = 'SIGINT') {
      if (child.exitCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
  };
}

/** Starts `assay view` in a project. */
export async function startView(cwd: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<ViewServer> {
  const child = spawn(process.execPath, [BIN, 'view', '--no-open', ...args], { cwd, env: environmentOf({ cwd, env }), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const first = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), once(child, 'exit')]);
  if (typeof first[0] !== 'string') throw new Error(`assay view ended with ${String(first[0])}: ${said}`);
  return viewServer(child, new URL(first[0].trim()));
}
