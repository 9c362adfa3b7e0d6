import type { ServerResponse } from 'node:http';
import { describe, test } from 'vitest';
import { gaps, JSON_TYPE, project, REPLY, start } from './support/servers/limited-server.js';

// They wait for most of their time, each for its own server.
describe.concurrent('a server that fails in all ways', () => {
  test('every case is answered, each once, with few requests more than cases; what hangs holds up nobody for two minutes', async ({ expect, onTestFinished }) => {
    const faults: Record<number, (response: ServerResponse) => void> = {
      0: (response) => response.writeHead(429, { ...JSON_TYPE, 'retry-after-ms': '50' }).end('{"error":{"message":"slow down"}}'),
      3: (response) => response.writeHead(500, JSON_TYPE).end('{"error":{"message":"broken"}}'),
      7: (response) => response.socket?.resetAndDestroy(),
      11: (response) => response.writeHead(200, JSON_TYPE).end('{"choices": [{"mess'),
    };
    const { asked, url } = await start(onTestFinished, ({ number }, response) => {
      if (number === 60 || number === 90) return true;
      const fault = faults[number % 25];
      fault?.(response);
      return fault !== undefined;
    });
    const { workspace, run } = await project(onTestFinished, url, 150);
    const began = performance.now();
    // One request of six fails: among 150 cases one may well meet that four times.
    const { exitCode, stdout } = await run('--max-tokens', '1000000', '--max-retries', '7');
    expect(performance.now() - began).toBeLessThan(100_000);
    expect(exitCode, stdout).toBe(0);
    const rows = await workspace.rows();
    expect(new Set(rows.map(({ trialKey }) => trialKey)).size).toBe(150);
    expect(rows.every(({ status }) => status === 'ok')).toBe(true);
    expect(asked.length).toBeLessThanOrEqual(150 * 1.25);
    const twice = rows.filter(({ warnings }) => warnings.some((text) => text.includes('was sent a second time')));
    expect(twice).toHaveLength(2);
    expect(stdout).toContain('2 requests sent a second time');
    // Each of the two that hung counts besides its second, as do those whose replies nobody could read; refused ones do not.
    const untold = asked.filter(({ number }) => number === 60 || number === 90 || number % 25 === 7 || number % 25 === 11).length;
    const [budget] = (JSON.parse(await workspace.read(`.assay/runs/${(await workspace.manifest()).runId}/summary.json`)) as { budgets: readonly { tokens: number; untold: { requests: number; tokens: number } }[] }).budgets;
    expect(budget?.untold.requests).toBe(untold);
    expect(budget?.tokens).toBe(150 * 7 + (budget?.untold.tokens ?? 0));
  });
});

/** A server that refuses all requests for a time from the first one on. */
async function startRefusing(whenDone: Parameters<typeof start>[0], ms: number, retryAfter: string) {
  const until = { at: 0 };
  const { asked, url } = await start(whenDone, ({ at }, response) => {
    if (until.at === 0) until.at = at + ms;
    if (at >= until.at) return false;
    response.writeHead(429, { ...JSON_TYPE, 'retry-after': retryAfter }).end('{"error":{"message":"slow down"}}');
    return true;
  });
  return { url, refused: () => asked.filter(({ at }) => at < until.at).length };
}

describe.concurrent('what a server says of its limits', () => {
  test('a Retry-After that several get in a row holds for all', async ({ expect, onTestFinished }) => {
    const { url, refused } = await startRefusing(onTestFinished, 1500, '2');
    const { run } = await project(onTestFinished, url, 30);
    const { exitCode } = await run();
    expect(exitCode).toBe(0);
    // 8 are under way when the first is refused.
    expect(refused()).toBeLessThanOrEqual(12);
  });

  test('a Retry-After whose part of a second was cut off uses up no tries in a moment', async ({ expect, onTestFinished }) => {
    const { url, refused } = await startRefusing(onTestFinished, 2000, '0');
    const { workspace, run } = await project(onTestFinished, url, 12);
    const { exitCode, stdout } = await run('--max-retries', '8');
    expect(exitCode, stdout).toBe(0);
    expect((await workspace.rows()).map(({ status }) => status)).toEqual(Array(12).fill('ok'));
    expect(refused()).toBeLessThanOrEqual(36);
  });
});

describe.concurrent('a server with a line', () => {
  test('requests that time out in it are sent fewer at once: every case is answered, and the target is not given up', async ({ expect, onTestFinished }) => {
    // One at a time, and those too that nobody waits for any more.
    let freeAt = 0;
    const { asked, url } = await start(onTestFinished, ({ at }, response) => {
      freeAt = Math.max(at, freeAt) + 100;
      setTimeout(() => response.writeHead(200, JSON_TYPE).end(REPLY), freeAt - at);
      return true;
    });
    const { workspace, run } = await project(onTestFinished, url, 40);
    const { exitCode, stdout } = await run('--timeout', '1');
    expect(exitCode, stdout).toBe(0);
    expect((await workspace.rows()).map(({ status }) => status)).toEqual(Array(40).fill('ok'));
    expect(asked.length).toBeLessThan(100);
  }, 60_000);
});

describe.concurrent('limits of one\'s own', () => {
  test('requests_per_minute of a target: requests are spread', async ({ expect, onTestFinished }) => {
    const { asked, url } = await start(onTestFinished, () => false);
    const { run } = await project(onTestFinished, url, 4, ', requests_per_minute: 60');
    const { exitCode } = await run();
    expect(exitCode).toBe(0);
    // Timers may be a little early.
    expect(Math.min(...gaps(asked).slice(1))).toBeGreaterThan(700);
  });

  test('what they cannot be is refused, and where', async ({ expect, onTestFinished }) => {
    const { run } = await project(onTestFinished, 'http://127.0.0.1:9/v1', 1, ', requests_per_minute: 0');
    const { exitCode, stderr } = await run();
    expect(exitCode).toBe(2);
    expect(stderr).toContain('requests_per_minute must be a whole number >= 1, not the number 0');
    expect((await run('--concurrency', 'many')).stderr).toContain('It must be auto, or a whole number from 1 up.');
  });
});

test('an account that does not pay is told so at once: no wait helps, though the status is that of a limit', async ({ expect, onTestFinished }) => {
  const said = { error: { message: 'Your account is not active, please check your billing details on our website.', type: 'billing_not_active', code: 'billing_not_active' } };
  const { asked, url } = await start(onTestFinished, (_, response) => {
    response.writeHead(429, JSON_TYPE).end(JSON.stringify(said));
    return true;
  });
  const { run } = await project(onTestFinished, url, 40);
  const { exitCode, stdout } = await run('--max-time', '20s');
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('check its plan and billing') });
  expect(stdout).toContain('40 of 40 trials have no score');
  expect(asked.length).toBeLessThan(40);
});
