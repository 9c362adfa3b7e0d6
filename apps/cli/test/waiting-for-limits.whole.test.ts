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
});

describe.concurrent('limits of one\'s own', () => {
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
});
