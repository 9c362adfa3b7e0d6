import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { untilWritable } from './lost-stream.js';

/** A stream that takes nothing until it is told to. */
function slowStream(): { readonly stream: Writable; take(): void } {
  let taken = (): void => undefined;
  const stream = new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, callback) {
      taken = callback;
    },
  });
  return { stream, take: () => taken() };
}

test('many that wait for a stream are one listener of it, and all are told, again and again', async () => {
  const { stream, take } = slowStream();
  for (let round = 0; round < 2; round += 1) {
    expect(stream.write('text')).toBe(false);
    const waiting = Array.from({ length: 50 }, () => untilWritable(stream));
    expect(stream.listenerCount('drain')).toBe(1);
    expect(stream.listenerCount('error')).toBe(1);
    take();
    await Promise.all(waiting);
    expect(stream.listenerCount('drain') + stream.listenerCount('error')).toBe(0);
  }
});
