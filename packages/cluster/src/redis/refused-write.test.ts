import { expect, test } from 'vitest';
import { refusedWrite } from './refused-write.js';

const script = ' script: 5ab432e88830d573e2fa33392ffbd4ad25a9b100, on @user_script:589.';

test.each([
  [`OOM command not allowed when used memory > 'maxmemory'.${script}`, "OOM command not allowed when used memory > 'maxmemory'.", /memory is full/u],
  [`READONLY You can't write against a read only replica.${script}`, "READONLY You can't write against a read only replica.", /has become a replica/u],
  ['MISCONF Redis is configured to save RDB snapshots, but', 'MISCONF Redis is configured to save RDB snapshots, but', /disk full/u],
  [`WRONGTYPE Operation against a key holding the wrong kind of value${script}`, 'WRONGTYPE Operation against a key holding the wrong kind of value', /prefix=NAME/u],
  [`ERR value is not an integer or out of range${script}`, 'ERR value is not an integer or out of range', /prefix=NAME/u],
  ['ERR increment or decrement would overflow', 'ERR increment or decrement would overflow', /prefix=NAME/u],
  ['WRONGPASS invalid username-password pair or user is disabled.', 'WRONGPASS invalid username-password pair or user is disabled.', /another user or password/u],
  ['ERR something else', 'ERR something else', /its log/u],
])('%s: what it says, without the script that it came out of, and what to do', (said, told, fix) => {
  for (const what of ['takes no jobs', 'takes no rows', 'gives no jobs', 'gives no rows'] as const) {
    expect(refusedWrite(new Error(said), what, { shown: 'redis://q:6379' })).toMatchObject({ message: `the queue at redis://q:6379 ${what}: ${told}`, hint: expect.stringMatching(fix) as string });
  }
});
