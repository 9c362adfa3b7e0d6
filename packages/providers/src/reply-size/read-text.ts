import type { Readable } from 'node:stream';
import type { ReplyMeter } from './reply-meter.js';

function cutShort(): Error {
  return Object.assign(new Error('the connection was closed before the reply was complete'), { code: 'ECONNRESET' });
}

/**
 * The whole of a stream as text. By its events: iterating over a stream costs more than reading a short
 * reply.
 * @throws ReplyTooLarge as soon as there is more than the meter allows: the stream is then destroyed.
 */
export async function readText(body: Readable, meter: ReplyMeter): Promise<string> {
  try {
    return await gathered(body, meter);
  } finally {
    meter.end();
  }
}

function gathered(body: Readable, meter: ReplyMeter): Promise<string> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    const fail = (error: unknown): void => {
      chunks = [];
      reject(error);
    };
    const waitFor = async (room: Promise<void>): Promise<void> => {
      body.pause();
      await room;
      body.resume();
    };
    body.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      try {
        const room = meter.add(chunk.length);
        if (room) void waitFor(room);
      } catch (error) {
        fail(error);
        body.destroy();
      }
    });
    body.on('end', () => {
      const whole = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      resolve(whole.toString('utf8'));
    });
    body.on('error', fail);
    body.on('close', () => fail(cutShort()));
    if (body.destroyed && !body.readableEnded) fail(body.errored ?? cutShort());
  });
}
