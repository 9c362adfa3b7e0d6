import { Readable } from 'node:stream';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { unpacked } from '../src/http/unpacking/unpacked.js';

export const TEXT = JSON.stringify({ said: 'Paris. '.repeat(20_000), odd: Array.from({ length: 5_000 }, (_, index) => index * 7919) });

export function bodyOf(pieces: Iterable<Buffer>): Readable {
  return Readable.from(pieces, { objectMode: false });
}

export async function read(body: Readable, packings: readonly string[], most = 2 ** 24): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of await unpacked(body, packings, most)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

export const PACKINGS: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['gzip', (text) => gzipSync(text)],
  ['x-gzip', (text) => gzipSync(text, { level: 0 })],
  ['deflate', (text) => deflateSync(text)],
  ['deflate', (text) => deflateRawSync(text)],
  ['br', (text) => brotliCompressSync(text)],
];
