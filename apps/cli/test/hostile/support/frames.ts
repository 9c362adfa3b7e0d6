import type { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { SAID, type Protocol } from './protocols.js';

/** One request and the bare connection that it came on. */
export interface Exchange {
  readonly socket: Socket;
  readonly protocol: Protocol;
  /** Address of a server that nobody may be led to. */
  readonly elsewhere: string;
  readonly path: string;
}

/** How a reply is written, and what comes of it: it says what it should, or its error has these words. */
export interface Frame {
  readonly write: (exchange: Exchange) => unknown;
  readonly problem?: RegExp;
}

const OK = 'HTTP/1.1 200 OK\r\n';
const JSON_TYPE = 'content-type: application/json\r\n';
const EVENTS_TYPE = 'content-type: text/event-stream\r\n';

type Bytes = string | Buffer;
const sized = (body: Bytes): string => `content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
const chunk = (body: Bytes): Buffer => Buffer.concat([Buffer.from(`${Buffer.byteLength(body).toString(16)}\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
const LAST_CHUNK = '0\r\n\r\n';

const json = ({ protocol }: Exchange): string => JSON.stringify(protocol.whole(SAID));
const wholly = (exchange: Exchange, body: Bytes, head = OK + JSON_TYPE): unknown => exchange.socket.write(Buffer.concat([Buffer.from(head + sized(body)), Buffer.from(body)]));

/** The same bytes for every exchange, with a head of one's own. */
const raw = (text: string, problem: RegExp): Frame => ({ write: ({ socket }) => socket.write(text), problem });
/** A body in place of a reply. */
const body = (text: string, problem: RegExp, head?: string): Frame => ({ write: (exchange) => wholly(exchange, text, head), problem });
/** The right reply, changed. */
const changed = (change: (text: string) => Bytes, head?: string): Frame => ({ write: (exchange) => wholly(exchange, change(json(exchange)), head) });

/** Bytes one by one, each in a packet of its own. */
async function dribble(socket: Socket, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    if (socket.destroyed) return;
    socket.write(chunk(Buffer.of(byte)));
    await turn();
  }
  socket.write(LAST_CHUNK);
}

function endless(socket: Socket, piece: Bytes): void {
  const write = (): void => {
    while (!socket.destroyed && socket.write(piece)) {
      // As long as it is taken.
    }
  };
  socket.on('drain', write);
  write();
}

const redirect = (status: number, to: (exchange: Exchange) => string): Frame => ({
  write: (exchange) => exchange.socket.write(`HTTP/1.1 ${status} Elsewhere\r\nlocation: ${to(exchange)}\r\ncontent-length: 0\r\n\r\n`),
  problem: new RegExp(`HTTP ${status}`, 'u'),
});

const BROKE = /the connection broke before the reply was complete/u;
const NO_HTTP = /what the server sent is no HTTP/u;

/** Frames of replies in one piece. */
export const FRAMES: Readonly<Record<string, Frame>> = {
  'as it should be': changed((text) => text),
  'one byte at a time': { write: (exchange) => (exchange.socket.write(`${OK}${JSON_TYPE}transfer-encoding: chunked\r\n\r\n`), dribble(exchange.socket, Buffer.from(json(exchange)))) },
  'HTTP/1.0 up to the end of the connection': { write: (exchange) => exchange.socket.end(`HTTP/1.0 200 OK\r\n${JSON_TYPE}\r\n${json(exchange)}`) },
  'hints first': { write: (exchange) => (exchange.socket.write(`HTTP/1.1 100 Continue\r\n\r\n${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(20)}`), wholly(exchange, json(exchange))) },
  'a mark of the order of bytes': changed((text) => `\uFEFF${text}`),
  'blanks around it': changed((text) => `\r\n \t${text}\n\n`),
  'no type': changed((text) => text, OK),
  'called HTML': changed((text) => text, `${OK}content-type: text/html\r\n`),
  'called events': changed((text) => text, OK + EVENTS_TYPE),
  'another status that is fine': changed((text) => text, `HTTP/1.1 201 Created\r\n${JSON_TYPE}`),
  'keys twice': changed((text) => (text.startsWith('{') ? `{${text.slice(1, -1).replaceAll(SAID, 'wrong')},${text.slice(1)}` : text)),
  'letters as codes': changed((text) => text.replaceAll(/[^\u0020-\u007E]/gu, (letter) => [...Array(letter.length).keys()].map((at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''))),
  'another reply after it': {
    write: (exchange) => {
      const [right, wrong] = [json(exchange), json(exchange).replaceAll(SAID, 'wrong')];
      exchange.socket.write([right, wrong].map((text) => OK + JSON_TYPE + sized(text) + text).join(''));
    },
  },
  'bytes after it': { write: (exchange) => exchange.socket.write(`${OK}${JSON_TYPE}${sized(json(exchange))}${json(exchange)}\r\nand so on`) },
  'more than its length': { write: (exchange) => exchange.socket.end(`${OK}${JSON_TYPE}content-length: 10\r\n\r\n${json(exchange)}`), problem: /ends in the middle of its JSON/u },
  'less than its length': { write: (exchange) => exchange.socket.end(`${OK}${JSON_TYPE}content-length: 9999\r\n\r\n${json(exchange)}`), problem: BROKE },
  'a last chunk that is missing': { write: (exchange) => exchange.socket.end(Buffer.concat([Buffer.from(`${OK}${JSON_TYPE}transfer-encoding: chunked\r\n\r\n`), chunk(json(exchange))])), problem: BROKE },
  'chunks that are longer than they say': { write: (exchange) => exchange.socket.end(`${OK}${JSON_TYPE}transfer-encoding: chunked\r\n\r\n5\r\n${json(exchange)}\r\n0\r\n\r\n`), problem: NO_HTTP },
  'a chunk without a size': raw(`${OK}${JSON_TYPE}transfer-encoding: chunked\r\n\r\nx\r\n{}\r\n`, NO_HTTP),
  'two lengths': raw(`${OK}${JSON_TYPE}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, NO_HTTP),
  'a length and chunks': raw(`${OK}${JSON_TYPE}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`, NO_HTTP),
  'a length below zero': raw(`${OK}content-length: -1\r\n\r\n{}`, NO_HTTP),
  'another protocol': raw('SSH-2.0-OpenSSH_9.2\r\n', NO_HTTP),
  'a head without an end': { write: ({ socket }) => socket.end(`${OK}x: y`), problem: BROKE },
  'a head that is a flood': raw(`${OK}${'x-flood: y\r\n'.repeat(20_000)}content-length: 2\r\n\r\n{}`, /headers/u),
  'hints without an end': { write: ({ socket }) => endless(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1000)), problem: /101 interim replies and no other/u },
  'nothing at all': { write: ({ socket }) => socket.end(), problem: BROKE },
  'a reset': { write: ({ socket }) => socket.resetAndDestroy(), problem: BROKE },
  'a reset in the middle': { write: ({ socket }) => (socket.write(`${OK}${JSON_TYPE}content-length: 99\r\n\r\n{"choi`), setTimeout(() => socket.resetAndDestroy(), 20)), problem: BROKE },
  'half of a packed reply': { write: (exchange) => wholly(exchange, gzipSync(json(exchange)).subarray(0, 30), `${OK}${JSON_TYPE}content-encoding: gzip\r\n`), problem: /compressed reply is damaged/u },
  'an empty reply': body('', /the reply is empty/u),
  'status 204': raw('HTTP/1.1 204 No Content\r\n\r\n', /the reply is empty/u),
  'status 204 with a body': { write: (exchange) => exchange.socket.write(`HTTP/1.1 204 No Content\r\n${JSON_TYPE}${sized(json(exchange))}${json(exchange)}`), problem: /the reply is empty/u },
  'status 205': raw('HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n', /the reply is empty/u),
  'status 304': raw('HTTP/1.1 304 Not Modified\r\n\r\n', /HTTP 304/u),
  'a way round': redirect(302, ({ path }) => path),
  'a way to somebody else': redirect(307, ({ elsewhere }) => `${elsewhere}/v1/chat/completions`),
  'a way to a file': redirect(308, () => 'file:///etc/passwd'),
  'half of the JSON': { write: (exchange) => wholly(exchange, json(exchange).slice(0, -5)), problem: /ends in the middle of its JSON/u },
  'a page': body('<!DOCTYPE html>\n<html><body>Sign in</body></html>', /the reply is a page of HTML/u, `${OK}content-type: text/html\r\n`),
  'events nobody asked for': body('event: message\ndata: {"choices":[]}\n\n', /the reply is a stream of events/u, OK + EVENTS_TYPE),
  'a number': body('42', /not a JSON object|no generated_text/u),
  'a null': body('null', /not a JSON object|no generated_text/u),
  'a text': body('"fine"', /not a JSON object|no generated_text/u),
  'bytes that are no text': { write: (exchange) => wholly(exchange, Buffer.of(0xff, 0xfe, 0x00, 0x7b)), problem: /not valid JSON/u },
};

const PIECES = ['fin', 'e é', '漢', '😀'];

interface Style {
  /** The end of a line. */
  readonly line?: string;
  readonly field?: (name: string, value: string) => string;
  readonly pretty?: boolean;
}

function written([name, data]: readonly [string, unknown], { line = '\n', field = (key, value) => `${key}: ${value}`, pretty = false }: Style = {}): string {
  const lines = typeof data === 'string' ? [data] : JSON.stringify(data, null, pretty ? 1 : undefined).split('\n');
  return [...(name === '' ? [] : [field('event', name)]), ...lines.map((each) => field('data', each)), '', ''].join(line);
}

const eventsOf = ({ protocol }: Exchange): readonly (readonly [string, unknown])[] => [
  ...(protocol.events?.(PIECES) ?? []),
  ...(protocol.end === undefined ? [] : [['', protocol.end] as const]),
];
const streamOf = (exchange: Exchange, style?: Style): string => eventsOf(exchange).map((event) => written(event, style)).join('');

const streamed = (make: (exchange: Exchange) => Bytes, problem?: RegExp): Frame => ({
  write: (exchange) => wholly(exchange, make(exchange), OK + EVENTS_TYPE),
  ...(problem ? { problem } : {}),
});
const styled = (style: Style): Frame => streamed((exchange) => streamOf(exchange, style));

/** The events up to the middle of the text, then others. */
const broken = (others: (exchange: Exchange) => string, problem: RegExp): Frame =>
  streamed((exchange) => {
    const all = eventsOf(exchange);
    return all.slice(0, all.findIndex(([, data]) => JSON.stringify(data).includes('漢'))).map((event) => written(event)).join('') + others(exchange);
  }, problem);


const CUT_OFF = /the reply was cut off/u;
const open = `${OK}${EVENTS_TYPE}\r\n`;

/** Replies that never end. */
export const SILENCES: Readonly<Record<string, Frame>> = Object.fromEntries(
  Object.entries<Frame['write']>({
    'no word': () => undefined,
    'half a head': ({ socket }) => socket.write(OK),
    'a head alone': ({ socket }) => socket.write(`${OK}${JSON_TYPE}\r\n`),
    'half of the reply': (exchange) => exchange.socket.write(`${OK}${JSON_TYPE}\r\n${json(exchange).slice(0, -5)}`),
    'hints alone': ({ socket }) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'),
    'half of the events': (exchange) => exchange.socket.write(`${open}${streamOf(exchange).slice(0, -50)}`),
    'half of an event': ({ socket }) => socket.write(`${open}data: {"choi`),
  }).map(([name, write]) => [name, { write, problem: /gave no reply within 3 s/u }]),
);

/** Streams after whose end the connection stays open. */
export const LINGERING: Readonly<Record<string, Frame>> = {
  'a connection that stays open': { write: (exchange) => exchange.socket.write(`${open}${streamOf(exchange)}`) },
  'a length that is not reached': { write: (exchange) => exchange.socket.write(`${OK}${EVENTS_TYPE}content-length: 99999\r\n\r\n${streamOf(exchange)}`) },
  'comments for ever': { write: (exchange) => (exchange.socket.write(`${open}${streamOf(exchange)}`), endless(exchange.socket, ': still here\n\n'.repeat(5000))) },
};

/** Frames of replies that come as events. */
export const STREAMED_FRAMES: Readonly<Record<string, Frame>> = {
  'as it should be': styled({}),
  'one byte at a time': { write: (exchange) => (exchange.socket.write(`${OK}${EVENTS_TYPE}transfer-encoding: chunked\r\n\r\n`), dribble(exchange.socket, Buffer.from(streamOf(exchange)))) },
  'up to the end of the connection': { write: (exchange) => exchange.socket.end(`${open}${streamOf(exchange)}`) },
  'lines that end with CRLF': styled({ line: '\r\n' }),
  'lines that end with CR': styled({ line: '\r' }),
  'fields without a space': styled({ field: (name, value) => `${name}:${value}` }),
  'data of many lines': styled({ pretty: true }),
  'comments, numbers and unknown fields': streamed((exchange) => streamOf(exchange).replaceAll(/^data/gmu, ': a comment\nid: 7\nretry: 5\nother: x\n\n:\ndata')),
  'names after the data': streamed((exchange) => eventsOf(exchange).map(([name, data]) => `${written(['', data]).trimEnd()}\n${name === '' ? '' : `event: ${name}\n`}\n`).join('')),
  'no names': streamed((exchange) => eventsOf(exchange).map(([, data]) => written(['', data])).join('')),
  'names of another API': streamed((exchange) => eventsOf(exchange).map(([, data]) => written(['thread.run\u001B[2J', data])).join('')),
  'a mark of the order of bytes': streamed((exchange) => `\uFEFF${streamOf(exchange)}`),
  'no empty line at the end': streamed((exchange) => streamOf(exchange).trimEnd()),
  'the end told twice': streamed((exchange) => `${streamOf(exchange)}data: [DONE]\n\ndata: [DONE]\n\n`),
  'the end not told': streamed((exchange) => streamOf(exchange).replace('data: [DONE]\n\n', '')),
  'words after the end': streamed((exchange) => `${streamOf(exchange)}data: [DONE]\n\n${'data: {"choices":[{"delta":{"content":"wrong"}}]}\n\n'.repeat(3)}`),
  'the whole reply in one piece': changed((text) => text),
  'the whole reply in one piece, called events': changed((text) => text, OK + EVENTS_TYPE),
  'called JSON': { write: (exchange) => wholly(exchange, streamOf(exchange)) },
  'an error in the middle': broken(({ protocol }) => written(protocol.error ?? ['', {}]), /the model fell over/u),
  'an error in words': broken(() => written(['', { error: 'the model fell over' }]), /the model fell over/u),
  'an error by its name alone': broken(() => written(['error', { message: 'the model fell over' }]), /the model fell over/u),
  'an end in the middle': broken(() => '', CUT_OFF),
  'an end in the middle that is told': broken(() => 'data: [DONE]\n\n', CUT_OFF),
  'half an event': broken((exchange) => (eventsOf(exchange).map((event) => written(event)).at(-2) ?? '').trimEnd().slice(0, -3), CUT_OFF),
  'an event that is no JSON': broken(() => 'data: {oops\n\n', /not valid JSON/u),
  'an event that names another API and is no JSON': broken(() => 'event: thread.run\ndata: {oops \u001B[2J\n\n', /not valid JSON/u),
  'an event that is a list': broken(() => 'data: []\n\n', CUT_OFF),
  'an event that is too deep': broken(() => `data: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n\n`, /nested deeper than 500 levels/u),
  'a page': body('<!DOCTYPE html>\n<html><body>Sign in</body></html>', /the reply is a page of HTML/u, `${OK}content-type: text/html\r\n`),
  'an empty reply': body('', /the reply is empty/u, OK + EVENTS_TYPE),
  'status 204': raw('HTTP/1.1 204 No Content\r\n\r\n', /the reply is empty/u),
  'a chunk without a size': raw(`${OK}${EVENTS_TYPE}transfer-encoding: chunked\r\n\r\nx\r\n{}\r\n`, NO_HTTP),
  'a reset in the middle': { write: ({ socket }) => (socket.write(`${OK}${EVENTS_TYPE}content-length: 99\r\n\r\ndata: {"choi`), setTimeout(() => socket.resetAndDestroy(), 20)), problem: BROKE },
  'an event without an end': { write: ({ socket }) => (socket.write(`${open}data: `), endless(socket, 'x'.repeat(65_536))), problem: /larger than 0.5 MB/u },
  'an event of lines without an end': { write: ({ socket }) => (socket.write(open), endless(socket, `data: ${'x'.repeat(100)}\n`.repeat(600))), problem: /larger than 0.5 MB/u },
  'comments without an end': { write: ({ socket }) => (socket.write(open), endless(socket, ': still here\n\n'.repeat(5000))), problem: /larger than/u },
  'empty events without an end': { write: ({ socket }) => (socket.write(open), endless(socket, 'data: {}\n\n'.repeat(6000))), problem: /larger than/u },
};
