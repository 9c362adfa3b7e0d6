import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultStoreConformance } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { createRunStore } from './create-run-store.js';
import { openRun } from './open-run.js';

const checks = resultStoreConformance(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-conformance-'));
  return {
    store: await createRunStore(directory),
    reopen: () => createRunStore(directory),
    open: () => openRun(directory),
    cleanUp: () => rm(directory, { recursive: true, force: true }),
  };
});

test.each(checks)('the run folder keeps the promise of its contract: $name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});
