import { expect, test } from 'vitest';
import { RefusedOperations } from './refused-operations.js';

const FULL = new Error("OOM command not allowed when used memory > 'maxmemory'.");

/** Operations at a server that has room for so many more. */
function atServer(places: number) {
  const server = { places, asked: 0, atOnce: 0, mostAtOnce: 0 };
  const write = (name: string) => async () => {
    server.asked += 1;
    server.atOnce += 1;
    server.mostAtOnce = Math.max(server.mostAtOnce, server.atOnce);
    await Promise.resolve();
    server.atOnce -= 1;
    if (server.places === 0) throw FULL;
    server.places -= 1;
    return name;
  };
  return { server, write };
}

test('what was refused is done again one at a time, in its order, until it is refused', async () => {
  const { server, write } = atServer(2);
  const line = new RefusedOperations();
  const done: string[] = [];
  const all = ['a', 'b', 'c', 'd'].map((name) => line.add(write(name)).then((one) => void done.push(one)));
  let taken = 0;
  expect(await line.again(() => (taken += 1))).toBe(FULL);
  expect([done, taken, server.asked, line.isEmpty]).toEqual([['a', 'b'], 2, 3, false]);
  server.places = 2;
  expect(await line.again(() => undefined)).toBeUndefined();
  await Promise.all(all);
  expect([done, server.mostAtOnce, line.isEmpty]).toEqual([['a', 'b', 'c', 'd'], 1, true]);
});

test('what fails for another reason fails alone', async () => {
  const line = new RefusedOperations();
  const failing = line.add(() => Promise.reject(new Error('WRONGTYPE')));
  const other = line.add(() => Promise.resolve('taken'));
  expect(await line.again(() => undefined)).toBeUndefined();
  await expect(failing).rejects.toThrow('WRONGTYPE');
  expect(await other).toBe('taken');
});

test('what is given up is waited for no more, nor is what comes later, though a server never answers', async () => {
  const line = new RefusedOperations();
  const first = line.add(() => new Promise<string>(() => undefined));
  const again = line.again(() => undefined);
  line.giveUp(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  expect(await again).toBeUndefined();
  await expect(line.add(() => Promise.resolve('taken'))).rejects.toThrow('lost');
});
