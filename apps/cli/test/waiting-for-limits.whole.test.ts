import { describe, test } from 'vitest';
import { gaps, JSON_TYPE, project, REPLY, start } from './support/servers/limited-server.js';

// They wait for most of their time, each for its own server.
describe.concurrent('what a server says of its limits', () => {
  test('nothing is left: nobody is asked until the reset; that is shown while it goes on, and said in the end', async ({ expect, onTestFinished }) => {
    const { asked, url } = await start(onTestFinished, ({ number }, response) => {
      if (number === 1) response.writeHead(200, { ...JSON_TYPE, 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '3s' }).end(REPLY);
      return number === 1;
    });
    const { run } = await project(onTestFinished, url, 3);
    const { exitCode, stdout, stderr } = await run('--concurrency', '1', '--json');
    expect(exitCode).toBe(0);
    expect(asked).toHaveLength(3);
    expect(Math.max(...gaps(asked))).toBeGreaterThan(2900);
    expect(stderr).toMatch(/1\/3 .*waits for rate limit of bot \(\d s\)/u);
    const { reasons } = JSON.parse(stdout) as { reasons: string[] };
    expect(reasons.join('\n')).toMatch(/target "bot": waited [23]\.\d s for a rate limit/u);
  });

  test.for<[string, Record<string, string>]>([
    ['the field of the standard to come', { ratelimit: '"default";r=0;t=2', 'ratelimit-policy': '"default";q=10;w=2' }],
    ['headers that a server and its proxy both send', { 'x-ratelimit-remaining-requests': '0, 0', 'x-ratelimit-reset-requests': '2s, 2s' }],
  ])('nothing is left, as it is said by %s', async ([, headers], { expect, onTestFinished }) => {
    const { asked, url } = await start(onTestFinished, ({ number }, response) => {
      if (number === 1) response.writeHead(200, { ...JSON_TYPE, ...headers }).end(REPLY);
      return number === 1;
    });
    const { run } = await project(onTestFinished, url, 3);
    expect((await run('--concurrency', '1')).exitCode).toBe(0);
    expect(Math.max(...gaps(asked))).toBeGreaterThan(1900);
  });

  test.for<[string, () => string]>([
    ['seconds with their unit', () => '2s'],
    ['seconds since the epoch', () => String(Math.ceil(Date.now() / 1000 + 2))],
    ['two of them', () => '2, 2'],
  ])('a refusal that names its wait in %s', async ([, written], { expect, onTestFinished }) => {
    const { asked, url } = await start(onTestFinished, ({ number }, response) => {
      if (number === 1) response.writeHead(429, { ...JSON_TYPE, 'retry-after': written() }).end('{"error":{"message":"slow down"}}');
      return number === 1;
    });
    const { run } = await project(onTestFinished, url, 1);
    expect((await run()).exitCode).toBe(0);
    expect(asked).toHaveLength(2);
    expect(Math.min(...gaps(asked))).toBeGreaterThan(1900);
  });
});

describe.concurrent('limits of one\'s own', () => {
  test('no minute has more requests than it may, as the server sees them arrive, whatever each takes to arrive', async ({ expect, onTestFinished }) => {
    const { asked, url } = await start(onTestFinished, () => false);
    const { run } = await project(onTestFinished, url, 130, ', requests_per_minute: 120');
    const { exitCode } = await run();
    expect(exitCode).toBe(0);
    for (const { at: from } of asked) expect(asked.filter(({ at }) => at >= from && at < from + 60_000).length).toBeLessThanOrEqual(120);
    // It is used up nearly.
    expect((asked.at(-1)?.at ?? 0) - (asked[0]?.at ?? 0)).toBeLessThan(75_000);
  }, 120_000);

  test('nor more tokens, where each request takes more than half of them', async ({ expect, onTestFinished }) => {
    const { asked, url } = await start(onTestFinished, () => false);
    const { run } = await project(onTestFinished, url, 2, ', tokens_per_minute: 10');
    const { exitCode } = await run('--concurrency', '1');
    expect(exitCode).toBe(0);
    // Each of them takes seven.
    expect(Math.min(...gaps(asked))).toBeGreaterThan(60_000);
  }, 120_000);

  test.for<[string, string, readonly string[]]>([
    ['--requests-per-minute', '', ['--requests-per-minute', '60']],
    ['tokens_per_minute, once it is known what replies take', ', tokens_per_minute: 420', []],
  ])('%s: requests are spread', async ([, more, args], { expect, onTestFinished }) => {
    const { asked, url } = await start(onTestFinished, () => false);
    const { run } = await project(onTestFinished, url, 4, more);
    const { exitCode } = await run(...args);
    expect(exitCode).toBe(0);
    // Timers may be a little early.
    expect(Math.min(...gaps(asked).slice(1))).toBeGreaterThan(700);
  });

  test('tokens_per_minute holds where a single request may take more than a minute has: what the reply took is waited for', async ({ expect, onTestFinished }) => {
    const { asked, url } = await start(onTestFinished, () => false);
    const { run } = await project(onTestFinished, url, 2, ', max_tokens: 4096, tokens_per_minute: 84');
    expect((await run()).exitCode).toBe(0);
    // Seven tokens, of 84 a minute.
    expect(Math.min(...gaps(asked))).toBeGreaterThan(4500);
  });
});
