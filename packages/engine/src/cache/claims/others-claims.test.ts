import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { ownRecord } from '../../store/lock/lock-record.js';
import { holds, takeAway } from './others-claims.js';

async function place() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-claims-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = await ownRecord();
  return { file: join(folder, 'entry.claim'), own, living: JSON.stringify(own), dead: JSON.stringify({ ...own, process_start: '1' }) };
}

test('a claim that is made while another is looked at, or was just given up, stays', async () => {
  const { file, own, living } = await place();
  const lost: number[] = [];
  for (let round = 0; round < 400; round += 1) {
    const taking = takeAway(file, own);
    // Each time a little later: no step of taking away is left out.
    const turns = round % 40;
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    writeFileSync(file, living);
    await taking;
    if (!existsSync(file)) lost.push(turns);
    rmSync(file, { force: true });
  }
  expect(lost).toEqual([]);
});

test.runIf(process.platform === 'linux')('a claim of a process that is gone is taken away, and one that was put in its place stays', async () => {
  const { file, own, living, dead } = await place();
  writeFileSync(file, dead);
  expect(await holds(file, own)).toBe(false);
  await takeAway(file, own);
  expect(existsSync(file)).toBe(false);
  const lost: number[] = [];
  // A new file may get the number of the old one, and the clock of files stands still for milliseconds: what is dead is older.
  const before = new Date(Date.now() - 30_000);
  for (let round = 0; round < 400; round += 1) {
    writeFileSync(file, dead);
    utimesSync(file, before, before);
    const taking = takeAway(file, own);
    const turns = round % 40;
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    rmSync(file, { force: true });
    writeFileSync(file, living);
    await taking;
    if (!existsSync(file)) lost.push(turns);
    rmSync(file, { force: true });
  }
  expect(lost).toEqual([]);
});
