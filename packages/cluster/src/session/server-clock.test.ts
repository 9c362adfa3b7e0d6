import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openServerClock } from './server-clock.js';

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

/** A server whose clock is so far ahead of this machine's. */
function serverAhead(ms: number) {
  return { ms, status: 'ready' as const, async info() { return `# Server\r\nserver_time_usec:${(Date.now() + this.ms) * 1000}\r\nuptime_in_seconds:1\r\n`; } };
}

test('is that of the server, however wrong the one of this machine is, and when it is set right', async () => {
  const server = serverAhead(-3_600_000);
  const clock = openServerClock(server);
  await clock.isSet;
  expect(clock.now()).toBe(1_800_000_000_000 - 3_600_000);
  // Somebody sets the clock of this machine.
  vi.setSystemTime(1_700_000_000_000);
  server.ms = 5_000;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(clock.now()).toBe(Date.now() + 5_000);
  clock.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('is that of this machine where a server does not tell the time', async () => {
  for (const info of [async () => '# Server\r\n', async () => Promise.reject(new Error('NOPERM'))]) {
    const clock = openServerClock({ status: 'ready', info });
    await clock.isSet;
    expect(clock.now()).toBe(Date.now());
    clock.close();
  }
});
