import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from '@assay/schema';
import { PageFailure } from './page-failure.js';

/** Longest body, in bytes. */
const MOST_BYTES = 64 * 1024;

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const tooLong = new PageFailure(413, `the body is longer than ${MOST_BYTES / 1024} kB`);
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) throw tooLong;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BYTES) throw tooLong;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The JSON object that a request brings. @throws PageFailure */
export async function readBody(request: IncomingMessage): Promise<JsonObject> {
  // A form of another page cannot say this.
  if (!/^application\/json(?:\s*;|$)/iu.test(request.headers['content-type'] ?? '')) {
    throw new PageFailure(415, 'the body must be JSON', 'send it with content-type: application/json');
  }
  const bytes = await bytesOf(request);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new PageFailure(400, 'the body is no JSON');
  }
  if (!isJsonObject(value)) throw new PageFailure(400, 'the body is no JSON object');
  return value;
}
