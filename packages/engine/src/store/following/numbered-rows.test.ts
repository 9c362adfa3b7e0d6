import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '@assay/schema';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { row } from '../../../test/samples.js';
import { rowLine } from '../lines/row-line.js';
import { lockRun } from '../lock/run-lock.js';
import { numberedRows, type NumberedRow } from './numbered-rows.js';
import { writeOutsideKeys } from '../outside-keys.js';
import { rowPlaces } from './row-places.js';

let directory: string;
let results: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-numbered-'));
  results = join(directory, 'results.jsonl');
  const made = directory;
  onTestFinished(() => rm(made, { recursive: true, force: true }));
});

const line = (trialKey: string): string => rowLine(row({ trialKey }));

async function all(): Promise<readonly NumberedRow[]> {
  const rows: NumberedRow[] = [];
  for await (const batch of numberedRows(directory)) rows.push(...batch);
  return rows;
}

describe('rows by their positions', () => {
  test('those that are replaced keep their position, and blank lines have none', async () => {
    await writeFile(results, `${line('a')}\n${line('b')}${line('a')}`);
    const rows = await all();
    expect(rows.map(({ row: { trialKey }, position, replaces }) => [trialKey, position, replaces])).toEqual([
      ['a', 0, undefined],
      ['b', 1, undefined],
      ['a', 2, 0],
    ]);
    const places = rowPlaces(directory);
    expect(await places.count()).toBe(3);
    expect((await places.at(1))?.row.trialKey).toBe('b');
    expect((await places.at(2))?.value['trial_key']).toBe('a');
    expect(await places.at(3)).toBeUndefined();
    expect([...(await places.find(new Set(['a', 'b', 'nobody'])))]).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    expect(`${(await places.at(0))?.text}\n`).toBe(line('a'));
  });

  test('rows of trials that are not planned any more are marked', async () => {
    await writeFile(results, line('a') + line('b'));
    await writeOutsideKeys(directory, ['a']);
    expect((await all()).map(({ outside }) => outside)).toEqual([true, false]);
  });

  test('a folder without rows has none', async () => {
    expect(await all()).toEqual([]);
    expect(await rowPlaces(directory).count()).toBe(0);
  });

  test('a torn last line is no row until it is whole', async () => {
    const whole = line('b');
    await writeFile(results, line('a') + whole.slice(0, 40));
    const places = rowPlaces(directory);
    expect([(await all()).length, await places.count()]).toEqual([1, 1]);
    // Without its line end.
    await appendFile(results, whole.slice(40, -1));
    expect([(await all()).length, await places.count(), await places.count()]).toEqual([2, 2, 2]);
    await appendFile(results, `\n${line('c')}`);
    expect([(await all()).length, await places.count()]).toEqual([3, 3]);
    expect((await places.at(2))?.row.trialKey).toBe('c');
  });

  test('a line that is no row ends the reading with its place', async () => {
    await writeFile(results, `${line('a')}{"trial_key": "b"}\n`);
    await expect(all()).rejects.toThrow(StoreError);
    await expect(all()).rejects.toMatchObject({ location: { file: results, line: 2 } });
    // What stands before it is given.
    expect((await numberedRows(directory).next()).value).toMatchObject([{ position: 0 }]);
    await expect(rowPlaces(directory).at(1)).rejects.toMatchObject({ location: { file: results, line: 2 } });
  });

  test('a file that is replaced is read anew', async () => {
    await writeFile(results, line('a') + line('b'));
    const places = rowPlaces(directory);
    expect(await places.count()).toBe(2);
    await rm(results);
    await writeFile(results, line('c'));
    expect((await places.at(0))?.row.trialKey).toBe('c');
    expect(await places.at(1)).toBeUndefined();
  });

  test('many ask at once while it grows', async () => {
    await writeFile(results, Array.from({ length: 3000 }, (_, at) => line(`k${at}`)).join(''));
    const places = rowPlaces(directory);
    const found = await Promise.all([2999, 0, 1500, 7].map(async (at) => (await places.at(at))?.row.trialKey));
    expect(found).toEqual(['k2999', 'k0', 'k1500', 'k7']);
  });

  test('whoever reads them all can tell where they are', async () => {
    await writeFile(results, `${line('a')}\n${line('b')}${line('c')}${line('d').slice(0, -1)}`);
    const places = rowPlaces(directory);
    const rows = await all();
    for (const each of rows.slice(0, 2)) places.note(each);
    // Out of turn, and twice: nothing to learn.
    for (const each of [rows[3], rows[0]]) if (each) places.note(each);
    expect((await places.at(1))?.row.trialKey).toBe('b');
    expect((await places.at(2))?.row.trialKey).toBe('c');
    const told = rowPlaces(directory);
    for (const each of rows) told.note(each);
    expect(await told.count()).toBe(4);
    await appendFile(results, `\n${line('e')}`);
    expect(await Promise.all([0, 3, 4].map(async (at) => (await told.at(at))?.row.trialKey))).toEqual(['a', 'd', 'e']);
    // A line that is wrong is told with its number.
    await appendFile(results, '{}\n');
    await expect(told.at(5)).rejects.toMatchObject({ location: { line: 7 } });
  });

  test('of a run that goes on come the rows that are written, then the end', async () => {
    const lock = await lockRun(directory);
    await writeFile(results, line('a'));
    const rows = numberedRows(directory, { follow: true });
    const next = async (): Promise<readonly NumberedRow[] | undefined> => {
      const { value, done } = await rows.next();
      return done ? undefined : value;
    };
    expect((await next())?.map(({ position }) => position)).toEqual([0]);
    expect(await next()).toEqual([]);
    const second = next();
    await appendFile(results, line('a'));
    expect((await second)?.map(({ position, replaces }) => [position, replaces])).toEqual([[1, 0]]);
    expect(await next()).toEqual([]);
    const end = next();
    await lock.release();
    expect(await end).toBeUndefined();
  });
});
