import { getEventListeners } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { API_KEY, MODEL, type HttpRow } from '../http-rows.js';
import { sendEvents, sendJson, type Answer } from '../stub-server.js';
import { ask, failureOf, makeTarget } from '../targets.js';
import { against, cleanUps } from './subject.js';

/** What becomes of servers that break off, refuse, or are not there, of their limits, and of signals. */
export function testFailures(rows: readonly HttpRow[]): void {
  describe.each(rows)('$name over HTTP', (row) => {
    test.each(['end', 'cut'] as const)(
      'a stream that stops early (%s) is a network error, never a short reply',
      async (ending) => {
        const events = row.wire.streamedText(['Pa', 'ris', '.']).slice(0, 3);
        const { provider, stub } = await against(row, (response) => sendEvents(response, events, ending), {
          stream: true,
        });
        const error = await failureOf(provider.generate(ask('x')));
        expect(error).toMatchObject({ kind: 'network', retryable: true, target: 'subject' });
        expect(error.message).toMatch(/cut off|broke/u);
        expect(stub.received).toHaveLength(1);
      },
    );

    test.each([
      [400, 'bad_request', false],
      [401, 'auth', false],
      [403, 'auth', false],
      [404, 'bad_request', false],
      [408, 'timeout', true],
      [409, 'server', true],
      [423, 'server', true],
      [499, 'server', true],
      [422, 'bad_request', false],
      [429, 'rate_limit', true],
      [500, 'server', true],
      [503, 'server', true],
      [529, 'server', true],
    ] as const)('HTTP %i is one request and a %s error', async (status, kind, retryable) => {
      const { provider, stub } = await against(row, (response) =>
        sendJson(response, row.wire.error('it went wrong'), status),
      );
      const error = await failureOf(provider.generate(ask('x')));
      expect(error).toMatchObject({ kind, status, retryable, target: 'subject' });
      expect(error.message).toContain('it went wrong');
      expect(error.message).toContain(MODEL);
      expect(error.message).toContain(new URL(stub.url).host);
      // Where the server gave up, more time here gives it none.
      expect(error.hint ?? '').not.toContain('timeout_seconds');
      expect(stub.received).toHaveLength(1);
    });

    test.each([
      [{ 'retry-after': '7' }, 7000],
      [{ 'retry-after-ms': '1500', 'retry-after': '7' }, 1500],
      [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
      [{ 'retry-after': 'soon' }, undefined],
    ] as const)('429 with %j asks to wait %s ms', async (headers, expected) => {
      const { provider, stub } = await against(row, (response) =>
        sendJson(response, row.wire.error('slow down'), 429, headers),
      );
      const error = await failureOf(provider.generate(ask('x')));
      expect(error.retryAfterMs).toBe(expected);
      expect(stub.received).toHaveLength(1);
    });

    test.each([200, 429, 500])('what the server says of its limits comes with HTTP %i', async (status) => {
      const told = { 'x-ratelimit-remaining-requests': '3', 'x-ratelimit-reset-requests': '1m0.5s' };
      const body = status === 200 ? row.wire.text('Paris.') : row.wire.error('slow down');
      const { provider } = await against(row, (response) => sendJson(response, body, status, told));
      const asked = provider.generate(ask('x'));
      const { rateLimits } = status === 200 ? await asked : await failureOf(asked);
      expect(rateLimits).toEqual({ requests: { remaining: 3, resetMs: 60_500 } });
    });

    test('targets of one address and key share an account, which shows neither', async () => {
      const make = async (options: Record<string, unknown>) =>
        (await makeTarget(row.name, { ...row.options('http://127.0.0.1:9'), ...options }, { model: MODEL })).servedBy;
      const first = await make({});
      expect(first).toMatchObject({ kind: 'service' });
      expect(await make({})).toEqual(first);
      expect(JSON.stringify(first)).not.toContain(API_KEY);
      expect(await make({ api_key: 'another-key-0123' })).not.toEqual(first);
    });

    test('a server that says it is overloaded asks for fewer requests; one that fails does not', async () => {
      const { provider } = await against(row, (response, { body }) =>
        sendJson(response, row.wire.error(JSON.stringify(body).includes('busy') ? 'The model is overloaded' : 'broken'), 503),
      );
      expect(await failureOf(provider.generate(ask('busy')))).toMatchObject({ kind: 'server', overloaded: true });
      expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'server', overloaded: false });
    });

    test('a key never shows in an error', async () => {
      const { provider } = await against(row, (response) =>
        sendJson(response, row.wire.error(`bad key ${API_KEY}`), 401),
      );
      const error = await failureOf(provider.generate(ask('x')));
      expect(`${error.format()} ${String(error.cause)} ${JSON.stringify(error)}`).not.toContain(API_KEY);
      expect(error.message).toContain('[redacted]');
    });

    test.each([
      ['malformed JSON', 'application/json', '{"choices": [{"mess'],
      ['an HTML page', 'text/html', '<html>Bad gateway</html>'],
      ['an empty body', 'application/json', ''],
      ['a bare value', 'application/json', '17'],
    ])('%s is a bad_reply', async (_name, type, body) => {
      const { provider, stub } = await against(row, (response) => {
        response.writeHead(200, { 'content-type': type });
        response.end(body);
      });
      expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'bad_reply', retryable: true });
      expect(stub.received).toHaveLength(1);
    });

    test('a reply without an answer in it is a bad_reply', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.empty));
      expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'bad_reply', retryable: true });
    });

    test('a body shorter than its content-length is a network error', async () => {
      const { provider } = await against(row, (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
        response.write(JSON.stringify(row.wire.text('Paris.')).slice(0, 40));
        setTimeout(() => response.destroy(), 20);
      });
      expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'network', retryable: true });
    });

    test('a connection that is reset is a network error, after one request', async () => {
      const { provider, stub } = await against(row, (response) => response.socket?.resetAndDestroy());
      const error = await failureOf(provider.generate(ask('x')));
      expect(error).toMatchObject({ kind: 'network', retryable: true });
      expect(stub.received).toHaveLength(1);
    });

    test('a refused connection is a network error that names the host', async () => {
      const server = createServer();
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      const { port } = server.address() as AddressInfo;
      await new Promise((done) => server.close(done));
      const provider = await makeTarget(row.name, row.options(`http://127.0.0.1:${port}`), { model: MODEL });
      cleanUps.push(() => provider.close?.());
      const error = await failureOf(provider.generate(ask('x')));
      expect(error).toMatchObject({ kind: 'network', retryable: true });
      expect(error.message).toContain(`127.0.0.1:${port}`);
      expect(error.message).toContain('ECONNREFUSED');
    });

    test.each([false, true])('an abort ends a reply that is under way (stream: %s)', async (stream) => {
      const controller = new AbortController();
      const events = row.wire.streamedText(['Pa', 'ris']).slice(0, 3);
      const { provider } = await against(
        row,
        (response) => {
          if (stream) sendEvents(response, events, 'open');
          setTimeout(() => controller.abort(), 30);
        },
        { stream },
      );
      const error = await failureOf(provider.generate(ask('x', { signal: controller.signal })));
      expect(error).toMatchObject({ kind: 'aborted', retryable: false });
    });

    test.each([false, true])('a time-out signal ends a reply that is under way (stream: %s)', async (stream) => {
      const events = row.wire.streamedText(['Pa', 'ris']).slice(0, 3);
      const { provider } = await against(row, (response) => (stream ? sendEvents(response, events, 'open') : undefined), {
        stream,
      });
      const error = await failureOf(provider.generate(ask('x', { signal: AbortSignal.timeout(300) })));
      expect(error).toMatchObject({ kind: 'timeout', retryable: true });
    });

    test('later requests are like the first one but for their bodies, and fail like it', async () => {
      const answer: Answer = (response, { body }) =>
        JSON.stringify(body).includes('fail')
          ? sendJson(response, row.wire.error('slow down'), 429, { 'retry-after': '7' })
          : sendJson(response, row.wire.text('x'));
      const { provider, stub } = await against(row, answer, { headers: { 'X-Team': 'evals' } });
      const first = await failureOf(provider.generate(ask('fail')));
      await provider.generate(ask('first'));
      await provider.generate(ask('a longer second'));
      const later = await failureOf(provider.generate(ask('fail')));
      expect({ ...later, message: later.message }).toEqual({ ...first, message: first.message });
      expect(later).toMatchObject({ kind: 'rate_limit', status: 429, retryAfterMs: 7000 });
      expect(stub.received).toHaveLength(4);
      const [one, ...others] = stub.received.map(({ url, headers }) => ({ url, headers: { ...headers, 'content-length': '' } }));
      expect(others).toEqual([one, one, one]);
      expect(stub.received.map(({ body }) => ['first', 'second', 'fail'].find((word) => JSON.stringify(body).includes(word)))).toEqual(['fail', 'first', 'second', 'fail']);
    });

    test.each([false, true])('a signal ends a later request as it ends the first one (stream: %s)', async (stream) => {
      const controller = new AbortController();
      let silent = false;
      const { provider } = await against(
        row,
        (response) => {
          if (silent) controller.abort();
          else if (stream) sendEvents(response, row.wire.streamedText(['x']));
          else sendJson(response, row.wire.text('x'));
        },
        { stream },
      );
      await provider.generate(ask('x'));
      silent = true;
      const error = await failureOf(provider.generate(ask('x', { signal: controller.signal })));
      expect(error).toMatchObject({ kind: 'aborted', retryable: false });
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    });

    test('a signal that serves many requests gathers no listeners', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.text('x')));
      const { signal } = new AbortController();
      for (let count = 0; count < 12; count++) await provider.generate(ask('x', { signal }));
      expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    });
  });
}
