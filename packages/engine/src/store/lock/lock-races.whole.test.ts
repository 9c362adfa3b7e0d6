import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownRecord } from './lock-record.js';
import { lockRun } from './run-lock.js';

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-lock-'));
  file = join(directory, 'run.lock');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('the lock of a run folder', () => {
  test.runIf(process.platform === 'linux')('that somebody else was faster to take over is left to him', async () => {
    const own = await ownRecord();
    const dead = JSON.stringify({ ...own, token: 'dead', process_start: '1' });
    const faster = JSON.stringify({ ...own, token: 'faster' });
    // A new file may get the number of the old one, and the clock of files stands still for milliseconds: what is dead is older.
    const before = new Date(Date.now() - 30_000);
    const taken: number[] = [];
    for (let round = 0; round < 240; round += 1) {
      writeFileSync(file, dead);
      utimesSync(file, before, before);
      const taking = lockRun(directory);
      taking.catch(() => undefined);
      // Each time a little later: no step of taking over is left out.
      const turns = round % 40;
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      let isFaster = existsSync(file) && readFileSync(file, 'utf8') === dead;
      if (isFaster) {
        rmSync(file);
        try {
          writeFileSync(file, faster, { flag: 'wx' });
        } catch {
          // The first try of the other one came in between.
          isFaster = false;
        }
      }
      const lock = await taking.catch(() => undefined);
      if (isFaster && (lock || !existsSync(file) || readFileSync(file, 'utf8') !== faster)) taken.push(turns);
      await lock?.release();
      rmSync(file, { force: true });
    }
    expect(taken).toEqual([]);
  });
});
