import type { Readable } from 'node:stream';
import { GatheredBytes } from './gathered-bytes.js';
import type { ReplyMeter } from './reply-meter.js';

function cutShort(): Error {
  return Object.assign(new Error('the connection was closed before the reply was complete'), { code: 'ECONNRESET' });
}

/** A stream to its end. */
export interface ReadText {
  readonly text: string;
  /** True where it was no UTF-8: U+FFFD stands in it for what could not be read. */
  readonly garbled: boolean;
}

/**
 * The whole of a stream as text. By its events: iterating over a stream costs more than reading a short
 * reply. What was counted stays so: whoever made the meter ends it.
 * @throws ReplyTooLarge as soon as there is more than the meter allows: the stream is then destroyed.
 */
export function readText(body: Readable, meter: ReplyMeter): Promise<ReadText> {
  return new Promise((resolve, reject) => {
    const bytes = new GatheredBytes();
    const fail = (error: unknown): void => {
      bytes.clear();
      reject(error);
    };
    const waitFor = async (room: Promise<void>): Promise<void> => {
      body.pause();
      await room;
      body.resume();
    };
    body.on('data', (chunk: Buffer) => {
      try {
        const room = meter.add(chunk.length);
        bytes.add(chunk);
        if (room) void waitFor(room);
      } catch (error) {
        fail(error);
        body.destroy();
      }
    });
    body.on('end', () => {
      const text = bytes.text();
      resolve({ text, garbled: text.includes('\uFFFD') && bytes.isGarbled() });
      bytes.clear();
    });
    body.on('error', fail);
    // After the end this comes for every reply, and errors are costly to make.
    body.on('close', () => body.readableEnded || fail(cutShort()));
    if (body.destroyed && !body.readableEnded) fail(body.errored ?? cutShort());
  });
}
