import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Embedder, Provider } from '@assay/schema';
import { afterEach, describe, expect, test } from 'vitest';
import { createReplyMemory } from '../src/reply-size/reply-memory.js';
import { HTTP_ROWS, MODEL, type HttpRow } from './http-rows.js';
import { sendEvents, sendJson, startStub, type Answer } from './stub-server.js';
import { ask, failureOf, makeEmbedder, makeTarget } from './targets.js';

const cleanUps: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** One for each way of reading replies. */
const ROWS = HTTP_ROWS.filter(({ name }) => ['openai', 'anthropic', 'google'].includes(name));

async function against(row: HttpRow, answer: Answer, options: Record<string, unknown> = {}) {
  const stub = await startStub(answer);
  const environment = { replyMemory: createReplyMemory() };
  const provider = await makeTarget(row.name, { ...row.options(stub.url), ...options }, { model: MODEL, maxReplyMb: 0.25, environment });
  cleanUps.push(stub.close, () => provider.close?.());
  return { provider, stub };
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Writes one piece over and over for as long as somebody reads; tells when nobody does any more. */
function endless(response: ServerResponse, piece: string | Buffer): Promise<void> {
  const write = (): void => {
    while (!response.destroyed && response.write(piece)) {
      // As long as it is taken.
    }
  };
  response.on('drain', write);
  write();
  return new Promise((resolve) => response.on('close', resolve));
}

const deepList = '['.repeat(100_000) + ']'.repeat(100_000);

describe.each(ROWS)('$name: what is no reply', (row) => {
  test.each([42, true, { a: 1 }, [[]]])('content %j is a bad reply that says so, not an empty one', async (odd) => {
    const { provider } = await against(row, (response) => sendJson(response, row.wire.text(odd as never)));
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'bad_reply', message: expect.stringMatching(/the reply cannot be read: .* must be /u) });
  });

  test.each([42, { a: 1 }])('and so is content %j in a stream', async (odd) => {
    const { provider } = await against(row, (response) => sendEvents(response, row.wire.streamedText(['so ', odd as never])), { stream: true });
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'bad_reply', message: expect.stringContaining('the reply cannot be read') });
  });

  test.each(['{}', '42', 'null', '"text"', '[]', 'true', '{"choices":{}}', '{"content":{}}', '{"candidates":{}}', '{"candidates":[{"content":42}]}', '{"choices":[{"message":42}]}'])(
    'the body %s is a bad reply',
    async (body) => {
      const { provider } = await against(row, (response) => response.writeHead(200, JSON_TYPE).end(body));
      expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'bad_reply' });
    },
  );

  test('a mark of the byte order before the reply is no part of it', async () => {
    const { provider } = await against(row, (response) => response.writeHead(200, JSON_TYPE).end(`\uFEFF${JSON.stringify(row.wire.text('Paris.'))}`));
    expect((await provider.generate(ask('x'))).text).toBe('Paris.');
  });

  test('odd numbers and characters are read as they are, and a number that is too large is a bad reply', async () => {
    const text = 'a\u0000b \uD800 c';
    const calls = row.wire.calls([{ id: 'a', name: 'add', input: { big: 'BIG', more: 'MORE' } }]);
    const raw = (big: string): string => JSON.stringify(calls).replace(/(\\?)"BIG\1"/u, big).replace(/(\\?)"MORE\1"/u, '9007199254740993');
    const { provider } = await against(row, (response, { body }) =>
      JSON.stringify(body).includes('text please') ? sendJson(response, row.wire.text(text)) : response.writeHead(200, JSON_TYPE).end(raw(JSON.stringify(body).includes('beyond') ? '1e999' : '1e308')),
    );
    expect((await provider.generate(ask('text please'))).text).toBe(text);
    expect((await provider.generate(ask('calls'))).toolCalls[0]).toMatchObject({ tool: 'add', input: { big: 1e308, more: 9007199254740992 } });
    expect(await failureOf(provider.generate(ask('beyond')))).toMatchObject({
      kind: 'bad_reply', retryable: false, message: expect.stringMatching(/JSON that cannot be used: it has a number at .*big that is too large/u),
    });
  });
});

describe.each(ROWS)('$name: compressed replies', (row) => {
  const packed = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    deflate: deflateSync,
    'deflate ': deflateRawSync,
    br: brotliCompressSync,
    'gzip, br': (bytes: Buffer) => brotliCompressSync(gzipSync(bytes)),
    'gzip, gzip': (bytes: Buffer) => gzipSync(gzipSync(bytes)),
    identity: (bytes: Buffer) => bytes,
  };

  test.each(Object.entries(packed))('%s is read, although nobody asked for it', async (name, pack) => {
    const body = pack(Buffer.from(JSON.stringify(row.wire.text('Paris.'))));
    const { provider } = await against(row, (response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': name.trim() }).end(body));
    expect((await provider.generate(ask('x'))).text).toBe('Paris.');
  });

  test('a stream and an error are unpacked too', async () => {
    const { provider } = await against(
      row,
      (response, { body }) => {
        const fails = JSON.stringify(body).includes('fail');
        const text = fails ? JSON.stringify(row.wire.error('no such model')) : row.wire.streamedText(['Pa', 'ris.']).join('');
        const type = fails ? 'application/json' : 'text/event-stream';
        response.writeHead(fails ? 404 : 200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(text));
      },
      { stream: true },
    );
    expect((await provider.generate(ask('x'))).text).toBe('Paris.');
    expect(await failureOf(provider.generate(ask('fail')))).toMatchObject({ status: 404, message: expect.stringContaining('no such model') });
  });

  test('a damaged one is a bad reply that may be asked for again; an unknown one is not', async () => {
    const whole = gzipSync(JSON.stringify(row.wire.text('Paris.')));
    const { provider } = await against(row, (response, { body }) => {
      const damaged = JSON.stringify(body).includes('damaged');
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': damaged ? 'gzip' : 'rot13' }).end(damaged ? whole.subarray(0, 30) : whole);
    });
    expect(await failureOf(provider.generate(ask('damaged')))).toMatchObject({ kind: 'bad_reply', retryable: true, message: expect.stringContaining('damaged') });
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'bad_reply', retryable: false, message: expect.stringContaining('rot13') });
  });
});

describe.each(ROWS)('$name: replies without an end', (row) => {
  const bomb = gzipSync(Buffer.alloc(20 * 2 ** 20, ' '));
  const large = JSON.stringify(row.wire.text('x'.repeat(300_000)));
  const attacks: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'in pieces': (response) => void endless(response.writeHead(200, JSON_TYPE), ' '.repeat(4096)),
    'with a length': (response) => void endless(response.writeHead(200, { ...JSON_TYPE, 'content-length': 2 ** 40 }), ' '.repeat(4096)),
    'a little too long': (response) => void response.writeHead(200, JSON_TYPE).end(large),
    'small until it is unpacked': (response) => void response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(bomb),
    'packed twice': (response) => void response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip, br' }).end(brotliCompressSync(bomb)),
    'an error': (response) => void endless(response.writeHead(500, JSON_TYPE), ' '.repeat(4096)),
    'an error that is packed': (response) => void response.writeHead(429, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(bomb),
  };

  test.each(Object.entries(attacks))('%s: given up at the limit, and not asked for again', async (_title, attack) => {
    const { provider, stub } = await against(row, attack);
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({
      kind: 'bad_reply',
      retryable: false,
      message: expect.stringContaining('is larger than 0.25 MB (max_reply_mb)'),
      hint: expect.stringContaining('raise max_reply_mb'),
    });
    expect(stub.received).toHaveLength(1);
  });

  const piece = 'x'.repeat(1_000);
  const event = row.wire.streamedText([piece]).find((text) => text.includes(piece)) ?? 'none';
  const streams: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'one event': (response) => void endless(response, `data: ${' '.repeat(4096)}`),
    'empty events': (response) => void endless(response, ': still here\n\n'),
    'text': (response) => void endless(response, event),
  };

  test.each(Object.entries(streams))('a stream of %s is given up too', async (_title, attack) => {
    const { provider } = await against(row, (response) => attack(response.writeHead(200, { 'content-type': 'text/event-stream' })), { stream: true });
    expect(await failureOf(provider.generate(ask('x')))).toMatchObject({
      kind: 'bad_reply',
      retryable: false,
      message: expect.stringMatching(/is larger than (?:0\.25|4) MB \(max_reply_mb\)/u),
    });
  });

  test('the envelopes of a stream do not count: what it says does', async () => {
    const parts = Array.from({ length: 3_000 }, () => 'word ');
    const { provider } = await against(row, (response) => sendEvents(response, row.wire.streamedText(parts)), { stream: true });
    expect((await provider.generate(ask('x'))).text).toBe(parts.join(''));
  });

  test('the server is hung up on', async () => {
    let closed: Promise<void> | undefined;
    const { provider } = await against(row, (response) => {
      closed = endless(response.writeHead(200, JSON_TYPE), ' '.repeat(4096));
    });
    await failureOf(provider.generate(ask('x')));
    await expect(closed).resolves.toBeUndefined();
  });

  test('JSON that is nested too deep is a bad reply, wherever it stands', async () => {
    const { provider } = await against(row, (response, { body }) => {
      const asked = JSON.stringify(body);
      if (asked.includes('whole')) return void response.writeHead(200, JSON_TYPE).end(deepList);
      if (asked.includes('error')) return void response.writeHead(400, JSON_TYPE).end(`{"error":{"message":${deepList}}}`);
      const calls = JSON.stringify(row.wire.calls([{ id: 'a', name: 'dig', input: { deep: 'HERE' } }]));
      response.writeHead(200, JSON_TYPE).end(calls.replace(/(\\?)"HERE\1"/u, deepList));
    });
    for (const part of ['whole', 'arguments']) {
      expect(await failureOf(provider.generate(ask(part)))).toMatchObject({
        kind: 'bad_reply',
        retryable: false,
        message: expect.stringContaining('nested deeper than 500 levels'),
      });
    }
    expect(await failureOf(provider.generate(ask('error')))).toMatchObject({ kind: 'bad_request', status: 400 });
  });
});

test('a target whose replies may be larger gets them', async () => {
  const text = 'x'.repeat(6 * 2 ** 20);
  const [row] = ROWS;
  if (!row) throw new TypeError('no row');
  const stub = await startStub((response) => sendJson(response, row.wire.text(text)));
  cleanUps.push(stub.close);
  const make = (maxReplyMb?: number): Promise<Provider> =>
    makeTarget(row.name, row.options(stub.url), { model: MODEL, ...(maxReplyMb === undefined ? {} : { maxReplyMb }) });
  expect(await failureOf((await make()).generate(ask('x')))).toMatchObject({ message: expect.stringContaining('larger than 4 MB') });
  expect((await (await make(8)).generate(ask('x'))).text).toHaveLength(text.length);
});

describe('embeddings', () => {
  async function embedder(name: string, answer: Answer): Promise<Embedder> {
    const stub = await startStub(answer);
    const made = await makeEmbedder(name, { endpoint: `${stub.url}/v1`, api_key: 'key' }, { model: MODEL, maxReplyMb: 0.25 });
    cleanUps.push(stub.close, () => made.close?.());
    return made;
  }
  const { signal } = new AbortController();

  test.each(['openai', 'google', 'huggingface'])('%s: an endless one is given up, a packed one is read or refused by what it holds', async (name) => {
    const long = await embedder(name, (response) => void endless(response.writeHead(200, JSON_TYPE), ' '.repeat(4096)));
    expect(await failureOf(long.embed(['a'], { signal }))).toMatchObject({ kind: 'bad_reply', retryable: false, message: expect.stringContaining('larger than 0.25 MB') });
    const odd = await embedder(name, (response) => response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync('{"data":{},"embeddings":42}')));
    expect(await failureOf(odd.embed(['a'], { signal }))).toMatchObject({ kind: 'bad_reply' });
  });
});
