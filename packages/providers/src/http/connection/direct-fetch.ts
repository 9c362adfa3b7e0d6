import type * as http from 'node:http';
import { urlToHttpOptions } from 'node:url';
import type { ReplyBounds } from '../../reply-size/reply-bounds.js';
import { NoReply } from '../no-reply.js';
import { CONNECTIONS, type FetchPool } from './pool-settings.js';
import { meterOf } from './metered.js';
import { streamedBody } from './streamed-body.js';
import { plainHeaders, slimResponse } from '../unpacking/slim-response.js';

interface Transport {
  readonly request: typeof http.request;
  readonly agent: http.Agent;
}

/** Replies that say that there will be one (status 100 to 199). Most servers send none. */
const MOST_HINTS = 100;

/** An address in its parts. Almost all requests go to one, and to take it apart takes longer than to compare it. */
function createAddressBook() {
  let known: { readonly text: string; readonly href: string; readonly parts: http.RequestOptions } | undefined;
  return (text: string) => {
    if (known?.text === text) return known;
    const url = new URL(text);
    known = { text, href: url.href, parts: urlToHttpOptions(url) };
    return known;
  };
}

/** Ends a request with its signal; cheaper than Node's own `signal`, which watches the stream with a dozen listeners. */
function endWith(signal: AbortSignal, sent: http.ClientRequest): void {
  const end = (): void => {
    sent.destroy(new DOMException('The operation was aborted', { name: 'AbortError', cause: signal.reason }));
  };
  if (signal.aborted) {
    end();
    return;
  }
  signal.addEventListener('abort', end, { once: true });
  sent.on('close', () => signal.removeEventListener('abort', end));
}

/**
 * A pool on Node's own client, which is part of the binary: nothing to load, and about a third of
 * the work of the built-in `fetch`.
 */
export function openDirectFetch(bounds: ReplyBounds): FetchPool {
  const limits = { keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS };
  const agents: http.Agent[] = [];
  let plain: Promise<Transport> | undefined;
  let secure: Promise<Transport> | undefined;
  const find = createAddressBook();

  /** With the first request: commands that send none start without them. */
  async function openTransport(loading: Promise<Pick<typeof http, 'Agent' | 'request'>>): Promise<Transport> {
    const client = await loading;
    const agent = new client.Agent(limits);
    agents.push(agent);
    return { request: client.request, agent };
  }

  const transportOf = ({ protocol }: http.RequestOptions): Promise<Transport> =>
    protocol === 'https:' ? (secure ??= openTransport(import('node:https'))) : (plain ??= openTransport(import('node:http')));

  const directFetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { href, parts } = find(typeof input === 'string' ? input : input instanceof Request ? input.url : input.href);
    const { request, agent } = await transportOf(parts);
    // As a text it leaves in one write with the headers; bytes would be a second one.
    const body = typeof init.body === 'string' ? init.body : undefined;
    const streamed = streamedBody(init);
    const streams = streamed && (await import('node:stream'));
    return new Promise((resolve, reject) => {
      let answer: http.IncomingMessage | undefined;
      let hints = 0;
      const sent = request(
        {
          ...parts,
          method: init.method ?? 'GET',
          headers: { ...plainHeaders(init), ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
          agent,
        },
        (reply) => {
          answer = reply;
          const { statusCode = 0, statusMessage = '', headers } = reply;
          resolve(slimResponse({ url: href, status: statusCode, statusText: statusMessage, headers }, reply, bounds, meterOf(init)));
        },
      );
      if (init.signal) endWith(init.signal, sent);
      sent.on('error', (error) => {
        reject(error);
        // Else a body that is no HTTP would only be one that was broken off.
        if (answer?.complete === false) answer.destroy(error);
      });
      sent.on('information', () => {
        hints += 1;
        if (hints > MOST_HINTS) sent.destroy(new NoReply(`the server sent ${hints} interim replies and no other`));
      });
      // Nobody asked for it, and nothing else would end the connection: it would keep the process from its end.
      sent.on('upgrade', ({ statusCode = 0 }, socket) => {
        socket.destroy();
        reject(new NoReply(`the server switched to another protocol (HTTP ${statusCode})`));
      });
      // What goes wrong with what is streamed ends the request, which tells of it.
      if (streamed) streams?.pipeline(streamed, sent, () => undefined);
      else sent.end(body);
    });
  };

  return {
    fetch: directFetch,
    async warmUp(url) {
      await transportOf(find(url).parts);
    },
    close: async () => {
      for (const agent of agents) agent.destroy();
    },
  };
}
