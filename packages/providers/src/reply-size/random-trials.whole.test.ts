import { describe, expect, test } from 'vitest';
import { createReplyMemory } from './reply-memory.js';

describe('the replies of a trial', () => {
  test('random sizes, failures and ends leave nothing behind and nobody waiting', async () => {
    let state = 7;
    const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below;
    const memory = createReplyMemory(64);
    const work = async (): Promise<void> => {
      const trial = memory.forTrial(1 + random(3));
      for (let reply = random(3); reply >= 0; reply -= 1) {
        const most = 1 + random(90);
        const share = trial.share(most);
        for (let held = 1 + random(9); held < most; held += 1 + random(9)) await share.hold(held);
        if (random(4) === 0) share.release();
        else share.keep();
        for (let step = random(4); step > 0; step -= 1) await Promise.resolve();
      }
      trial.release();
    };
    await Promise.all(Array.from({ length: 400 }, work));
    expect(memory.short).toBe(false);
    expect(memory.forTrial(1).share(64).hold(64)).toBeUndefined();
  });
});
