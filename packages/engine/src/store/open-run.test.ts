import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError, encodeManifest, encodeRow } from '@assay/schema';
import { sampleManifest } from '@assay/schema/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { collect, row } from '../../test/samples.js';
import { openRun } from './open-run.js';
import type { TornLine } from './lines/read-row-values.js';
import { readTrialKeys } from './lines/read-trial-keys.js';

let directory: string;
let results: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-open-'));
  results = join(directory, 'results.jsonl');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function line(trialKey: string, text = '4'): string {
  return JSON.stringify(encodeRow(row({ trialKey, output: { text, messages: [], toolCalls: [] } })));
}

async function keys(): Promise<string[]> {
  const reader = await openRun(directory);
  return (await collect(reader.rows())).map(({ trialKey }) => trialKey);
}

/** Which of these keys are stored, and no other. */
async function storedKeys(...asked: readonly string[]): Promise<string[]> {
  const stored = await readTrialKeys(results);
  const found = asked.filter((key) => stored.has(key));
  expect(stored.size).toBe(found.length);
  return found;
}

describe('openRun', () => {
  test.skipIf(process.platform === 'win32').each(['results.jsonl', 'rechecks.jsonl', 'run.json', 'summary.json'])('a pipe in the place of %s is refused, and does not keep its reader', async (name) => {
    execFileSync('mkfifo', [join(directory, name)]);
    await expect(openRun(directory)).rejects.toThrow(`${name} is no file`);
  });

  test('a manifest of another version is told as that, with what to do', async () => {
    await writeFile(join(directory, 'run.json'), JSON.stringify({ ...encodeManifest(sampleManifest()), schema_version: 7 }));
    const error = await (await openRun(directory)).manifest().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ message: expect.stringMatching(/run\.json: .*schema_version: 7 is not the version/u), hint: expect.stringContaining('newer version') });
  });

  test.each([
    ['a latency', '"latency_ms":1e999'],
    ['a weight', '"case_weight":1e999'],
  ])('%s beyond all bounds is refused with its line', async (_, figure) => {
    const [key = ''] = figure.split(':');
    const spoilt = line('two').replace(new RegExp(`${key}:[^,]+`, 'u'), figure);
    expect(spoilt).toContain('1e999');
    await writeFile(results, `${line('one')}\n${spoilt}\n`);
    await expect(keys()).rejects.toMatchObject({ location: { file: results, line: 2 }, message: expect.stringContaining(key.replaceAll('"', '')) });
  });

  test('a torn last line is left out and told of, with its place', async () => {
    await writeFile(results, `${line('one')}\n${line('two')}\n${line('three').slice(0, 50)}`);
    const torn: TornLine[] = [];
    const reader = await openRun(directory, { onTornLine: (place) => torn.push(place) });
    expect(await collect(reader.rows())).toHaveLength(2);
    expect(torn).toEqual([{ file: results, line: 3 }]);
    expect(await storedKeys('one', 'two', 'three')).toEqual(['one', 'two']);
  });

  test('a last row that lacks only its line end counts', async () => {
    await writeFile(results, `${line('one')}\n${line('two')}`);
    expect(await keys()).toEqual(['one', 'two']);
  });

  test('blank lines and Windows line ends are no rows and no errors', async () => {
    await writeFile(results, `${line('one')}\r\n\r\n\n${line('two')}\r\n`);
    expect(await keys()).toEqual(['one', 'two']);
  });

  test('rows larger than a chunk of reading, and letters cut by its end, come out whole', async () => {
    const text = '🐴ž'.repeat(200_000);
    await writeFile(results, `${line('one', text)}\n${line('two', text)}\n`);
    const rows = await collect((await openRun(directory)).rows());
    expect(rows.map((row) => row.output?.text === text)).toEqual([true, true]);
  });

  test.each([
    ['not JSON', '{"schema_version":1', 'this line is not a JSON object'],
    ['no object', '[1]', 'this line is not a JSON object'],
    ['no row', '{"schema_version":1}', 'not a result row: run_id: '],
  ])('a bad line in the middle (%s) is an error with file and line', async (_, bad, message) => {
    await writeFile(results, `${line('one')}\n${bad}\n${line('two')}\n`);
    const error: unknown = await keys().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(StoreError);
    expect(error).toMatchObject({ location: { file: results, line: 2, column: 1 }, message: expect.stringContaining(message) });
  });

  test('readTrialKeys names the place of a line without a key', async () => {
    await writeFile(results, `${line('one')}\n{"a":1}\n`);
    await expect(readTrialKeys(results)).rejects.toMatchObject({ location: { line: 2 }, message: expect.stringContaining('no trial_key') });
  });

  test('a run that was killed before its first row has no rows', async () => {
    expect(await keys()).toEqual([]);
    expect((await readTrialKeys(results)).size).toBe(0);
  });

  test('a folder that is not there, or a manifest that is missing or damaged, is a StoreError', async () => {
    await expect(openRun(join(directory, 'nope'))).rejects.toThrow(`there is no run folder ${join(directory, 'nope')}`);
    const reader = await openRun(directory);
    await expect(reader.manifest()).rejects.toThrow(`cannot read ${join(directory, 'run.json')}: it does not exist (ENOENT)`);
    await writeFile(join(directory, 'run.json'), '{"run_id"');
    await expect(reader.manifest()).rejects.toBeInstanceOf(StoreError);
    await writeFile(join(directory, 'run.json'), '{"run_id": 1}');
    await expect(reader.manifest()).rejects.toThrow('not a run manifest');
  });
});
