import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingsOf, projectFolder } from '../../test/project-folder.js';
import { IdSet } from './id-set.js';
import { jsonErrorOffset } from '../json/json-error.js';
import { LineReader } from './line-reader.js';

test.each([
  ['x.jsonl', /^put one JSON object on each line/u],
  ['x.csv', /^look for a quote that is not closed/u],
])('a line of %s that is too long is an error with its number, long before it is in memory', async (name, hint) => {
  const folder = await projectFolder({ [name]: `{}\n${'x'.repeat(3_000_000)}\n` });
  const reader = new LineReader(join(folder, name), name, 1_000_000);
  const found = await findingsOf(
    (async () => {
      while (await reader.fill()) while (reader.take() !== undefined);
    })(),
  );
  await reader.close();
  expect(found).toMatchObject([{ code: 'line-too-long', hint: expect.stringMatching(hint), location: { file: name, line: 2, column: 1 } }]);
});

test('lines of every length come out whole, also where the reading of the file happens to part them', async () => {
  const lines = Array.from({ length: 400 }, (_, index) => `${index} ${'é€😀x'.repeat((index * 7919) % 900)}`);
  lines[200] = 'y'.repeat(300_000);
  const folder = await projectFolder({ 'x.jsonl': lines.join('\n') });
  const reader = new LineReader(join(folder, 'x.jsonl'), 'x.jsonl');
  const found: string[] = [];
  while (await reader.fill()) for (let line = reader.take(); line !== undefined; line = reader.take()) found.push(line);
  await reader.close();
  expect(found).toEqual(lines);
});

test('a file may be closed while it is read: there are no more lines, and nothing fails', async () => {
  const folder = await projectFolder({ 'x.jsonl': `${'x'.repeat(99)}\n`.repeat(10_000) });
  for (const chunks of [0, 1, 2]) {
    const reader = new LineReader(join(folder, 'x.jsonl'), 'x.jsonl');
    for (let chunk = 0; chunk < chunks; chunk++) expect(await reader.fill()).toBe(true);
    const filling = chunks === 2 ? reader.fill() : undefined;
    await reader.close();
    expect(await filling).toBe(filling && false);
    expect(reader.take()).toBeUndefined();
    expect(await reader.fill()).toBe(false);
  }
});

test('ids are remembered exactly, also when there are many', () => {
  const ids = new IdSet();
  const names = Array.from({ length: 200_000 }, (_, index) => `case-${index}`);
  expect(names.filter((name) => !ids.add(name))).toEqual([]);
  expect(names.filter((name) => ids.add(name))).toEqual([]);
});

test('the place of a JSON error is where no JSON can go on', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(jsonErrorOffset(`${text} @`)).toBe(text.length + 1);
    }),
  );
  expect(['{"a" 1}', '[1,]', '{"a":tru}', '["\n"]', '[1}'].map(jsonErrorOffset)).toEqual([5, 3, 5, 2, 2]);
});

/** How often this process has a file open, where the system tells. */
function timesOpen(file: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => existsSync(`/proc/self/fd/${fd}`) && readlinkSync(`/proc/self/fd/${fd}`) === file).length;
}

test.skipIf(!existsSync('/proc/self/fd'))('the file is closed at its end, after an error, and when nobody wants it while it is opened', async () => {
  const folder = await projectFolder({ 'x.jsonl': '{}\n{}\n', 'long.jsonl': `{}\n${'x'.repeat(300_000)}\n` });
  const file = (name: string): string => join(realpathSync(folder), name);
  const whole = new LineReader(file('x.jsonl'), 'x.jsonl');
  expect(await whole.fill()).toBe(true);
  expect(timesOpen(file('x.jsonl'))).toBe(1);
  expect([whole.take(), whole.take(), await whole.fill()]).toEqual(['{}', '{}', false]);
  expect(timesOpen(file('x.jsonl'))).toBe(0);

  const long = new LineReader(file('long.jsonl'), 'long.jsonl', 100_000);
  await expect(
    (async () => {
      while (await long.fill()) while (long.take() !== undefined);
    })(),
  ).rejects.toThrow();
  expect(timesOpen(file('long.jsonl'))).toBe(0);

  const left = new LineReader(file('x.jsonl'), 'x.jsonl');
  const filling = left.fill();
  await left.close();
  expect(await filling).toBe(false);
  expect(timesOpen(file('x.jsonl'))).toBe(0);
});
