import { describe, expect, test, vi } from 'vitest';
import { FAMILY, familyOf, isAlive, run } from '../../test/script-runs.js';
import { temporaryFolder } from '../../test/temporary-folder.js';

describe('runScript', () => {
  test('a time-out ends the script and what it started', async () => {
    const cwd = await temporaryFolder({ 'script.mjs': FAMILY });
    const outcome = run('', { cwd, timeoutSeconds: 3 }).catch((error: unknown) => error);
    const pids = await familyOf(cwd);
    expect(await outcome).toMatchObject({
      code: 'unscored',
      message: expect.stringMatching(/did not finish within 3 s/u),
    });
    await vi.waitUntil(() => !pids.some(isAlive), { timeout: 10_000, interval: 20 });
  });
});
