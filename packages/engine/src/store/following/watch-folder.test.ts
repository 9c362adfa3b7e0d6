import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolder } from './watch-folder.js';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'assay-watch-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

test('goes on without the system telling of changes, and with a folder that goes', async () => {
  const nowhere = watchFolder(join(await folder(), 'nowhere'));
  await expect(nowhere.next()).resolves.toBeUndefined();
  nowhere.close();
  const gone = await folder();
  const changes = watchFolder(gone);
  await rm(gone, { recursive: true });
  await expect(changes.next()).resolves.toBeUndefined();
  await expect(changes.next()).resolves.toBeUndefined();
  changes.close();
});

test('forty changes take less than forty polls', async () => {
  const watched = await folder();
  const changes = watchFolder(watched);
  const started = performance.now();
  for (let round = 0; round < 40; round += 1) {
    await writeFile(join(watched, 'a'), String(round));
    await changes.next();
  }
  changes.close();
  expect(performance.now() - started).toBeLessThan(40 * 500);
});

test('does not wait when it is aborted, whether before or meanwhile', async () => {
  const controller = new AbortController();
  const changes = watchFolder(await folder(), controller.signal);
  const waiting = changes.next();
  controller.abort();
  const started = performance.now();
  await waiting;
  for (let round = 0; round < 1000; round += 1) await changes.next();
  // A thousand polls would take minutes.
  expect(performance.now() - started).toBeLessThan(20_000);
  changes.close();
});
