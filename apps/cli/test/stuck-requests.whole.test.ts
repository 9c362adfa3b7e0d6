import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { gaps, JSON_TYPE, project, REPLY, start } from './support/servers/limited-server.js';

const STUCK = 30;

const failures: readonly (readonly [string, (response: ServerResponse) => void])[] = [
  ['refused', (response) => response.writeHead(429, JSON_TYPE).end('{"error":{"message":"slow down"}}')],
  ['answered by an error', (response) => response.writeHead(500, JSON_TYPE).end('{"error":{"message":"broken"}}')],
];

// They wait for most of their time, each for its own server.
test.concurrent.for(failures)('a request that is stuck in its last try holds up nobody when its second one is %s', async ([, fails], { expect: expected, onTestFinished }) => {
  const { asked, url } = await start(onTestFinished, ({ number }, response) => {
    if (number === STUCK + 1) fails(response);
    // The others take long enough that some are left when the second one was sent.
    else if (number !== STUCK) setTimeout(() => response.writeHead(200, JSON_TYPE).end(REPLY), 50);
    return true;
  });
  const { run, workspace } = await project(onTestFinished, url, 40);
  const { exitCode } = await run('--concurrency', '1', '--max-retries', '0', '--timeout', '45');
  // The one that was never answered stays unscored, and the rest is asked meanwhile.
  expected(exitCode).toBe(3);
  expected(asked).toHaveLength(41);
  expected((await workspace.rows()).filter(({ status }) => status === 'ok')).toHaveLength(39);
  const [, ...later] = gaps(asked).slice(STUCK - 1);
  expected(Math.max(...later)).toBeLessThan(10_000);
}, 90_000);
