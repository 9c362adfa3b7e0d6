import { describe, expect, test } from 'vitest';
import { createRoom } from './room.js';

const MB = 2 ** 20;

/** Whether something was let in, once all that can go on has gone on. */
async function isIn(entering: Promise<unknown>): Promise<boolean> {
  return Promise.race([entering.then(() => true), new Promise<boolean>((resolve) => void setImmediate(() => resolve(false)))]);
}

describe('a room', () => {
  test('lets in what fits, in the order of arrival', async () => {
    const room = createRoom(8 * MB);
    const leave = await room.enter(6 * MB);
    const second = room.enter(4 * MB);
    const third = room.enter(MB);
    expect([await isIn(second), await isIn(third)]).toEqual([false, false]);
    leave();
    leave();
    expect([await isIn(second), await isIn(third)]).toEqual([true, true]);
    expect(await isIn(room.enter(4 * MB))).toBe(false);
  });

  test('is never too small: the heaviest enters alone', async () => {
    const room = createRoom(MB);
    const leave = await room.enter(100 * MB);
    const next = room.enter(100 * MB);
    expect(await isIn(next)).toBe(false);
    leave();
    expect(await isIn(next)).toBe(true);
  });

  test('does not hold up what is small', async () => {
    const room = createRoom(MB);
    await room.enter(MB);
    expect(await isIn(room.enter(1_000))).toBe(true);
  });

  test('whoever gives up waiting makes way for the next', async () => {
    const room = createRoom(2 * MB);
    await room.enter(MB);
    const controller = new AbortController();
    const large = room.enter(2 * MB, controller.signal);
    const next = room.enter(MB);
    expect(await isIn(next)).toBe(false);
    controller.abort(new Error('stopped'));
    await expect(large).rejects.toThrow('stopped');
    expect(await isIn(next)).toBe(true);
    await expect(room.enter(MB, controller.signal)).rejects.toThrow('stopped');
  });
});
