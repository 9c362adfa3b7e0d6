import { childProcessesConformance } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { createWatchedProcesses } from './watched-processes.js';

describe.skipIf(process.platform === 'win32')('programs that are watched', () => {
  const checks = childProcessesConformance(() => {
    const processes = createWatchedProcesses();
    return { processes, close: () => processes.close() };
  });

  test.each(checks)('keep the promise of their contract: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
