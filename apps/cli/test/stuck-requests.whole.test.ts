import type { ServerResponse } from 'node:http';
import { describe, test } from 'vitest';
import { gaps, JSON_TYPE, project, REPLY, start } from './support/servers/limited-server.js';

const STUCK = 30;

const failures: [string, (response: ServerResponse) => void][] = [
  ['refused', (response) => response.writeHead(429, JSON_TYPE).end('{"error":{"message":"slow down"}}')],
  ['answered by an error', (response) => response.writeHead(500, JSON_TYPE).end('{"error":{"message":"broken"}}')],
];

// They wait for most of their time, each for its own server.
describe.concurrent('a request that is stuck', () => {
  test.for(failures)('in its last try holds up nobody when its second one is %s', { timeout: 90_000 }, async ([, fails], { expect, onTestFinished }) => {
    const { asked, url } = await start(onTestFinished, ({ number }, response) => {
      if (number === STUCK + 1) fails(response);
      else if (number !== STUCK) response.writeHead(200, JSON_TYPE).end(REPLY);
      return true;
    });
    const { run, workspace } = await project(onTestFinished, url, 40);
    const { exitCode } = await run('--concurrency', '1', '--max-retries', '0', '--timeout', '45');
    // The one that was never answered stays unscored, and the rest is asked meanwhile.
    expect(exitCode).toBe(3);
    expect(asked).toHaveLength(41);
    expect((await workspace.rows()).filter(({ status }) => status === 'ok')).toHaveLength(39);
    const [, ...later] = gaps(asked).slice(STUCK - 1);
    expect(Math.max(...later)).toBeLessThan(10_000);
  });

  test.for([
    ['has no end', () => undefined],
    ['is cut off', (response: ServerResponse) => void setTimeout(() => response.destroy(), 50)],
  ] as const)('with the body of a refusal, which %s, ends by its status and waits as that says', async ([, leave], { expect, onTestFinished }) => {
    const { asked, url } = await start(onTestFinished, ({ number }, response) => {
      if (number > 1) response.writeHead(200, JSON_TYPE).end(REPLY);
      else {
        response.writeHead(429, { ...JSON_TYPE, 'retry-after': '1', 'content-length': '500' }).write('{"error":{"message":"slow');
        leave(response);
      }
      return true;
    });
    const { run } = await project(onTestFinished, url, 1);
    expect((await run('--max-retries', '1', '--timeout', '20')).exitCode).toBe(0);
    expect(gaps(asked)).toEqual([expect.toSatisfy((ms: number) => ms >= 1_000 && ms < 10_000)]);
  });
});
