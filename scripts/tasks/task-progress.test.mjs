import { expect, test } from 'vitest';
import { plannedTasks, TaskProgress } from './task-progress.mjs';

/** What turbo prints for two tasks that ran, of which one failed, and one that it had in its cache. */
const PRINTED = `
   • turbo 2.11.11
   • Running test in 3 packages

@ws/b:test: cache miss, executing 668df11894f07f52
@ws/b:test: 
@ws/b:test: > node t.mjs
@ws/b:test: one: two
@ws/b:test:  ELIFECYCLE  Test failed. See above for more details.
@ws/b#test:  WARNING  command finished with error, but continuing...
//:check:x: cache hit, replaying logs 3c32a1a391f6b34b
//:check:x: checked
app:test: cache miss, executing 7d1b0e73f3c7a213
app:test: @ws/b:test: is what this prints
@ws/b#test:  ERROR  command (/ws/packages/b) pnpm run test exited (1)

 Tasks:    2 successful, 3 total
`;

const TASKS = ['@ws/b#test', '//#check:x', 'app#test', 'app#late'].map((id) => ({ id, dependents: [] }));

/** A run whose clock the test sets. */
function follow() {
  let now = 0;
  let said = '';
  const progress = new TaskProgress(TASKS, { say: (text) => (said += text), now: () => now });
  return {
    progress,
    /** @param {number} milliseconds */
    at(milliseconds) {
      now = milliseconds;
      progress.tick();
    },
    said() {
      const text = said;
      said = '';
      return text;
    },
  };
}

test.each([1, 7, 10_000])('each task that ran is told with its place, the log only of one that failed (pieces of %d)', (size) => {
  const { progress, said } = follow();
  for (let start = 0; start < PRINTED.length; start += size) progress.read(PRINTED.slice(start, start + size));
  progress.end();
  expect(said()).toBe(`  1/4  FAILED  @ws/b test

    > node t.mjs
    one: two
     ELIFECYCLE  Test failed. See above for more details.
  3/4  done    app test
  1 of 4 tasks did not have to run: nothing that they read has changed
  not run: app late
`);
  expect(progress.failed).toEqual(['@ws/b test']);
});

test('a task is told as soon as turbo has printed its log, not when the next one ends', () => {
  const { progress, at, said } = follow();
  progress.read('app:test: cache miss, executing 1\napp:test: fine\n');
  at(400);
  expect(said()).toBe('');
  at(1500);
  expect(said()).toBe('  1/4  done    app test\n');
});

test('a task that is said to have failed long after its log is told as failed, with its log', () => {
  const { progress, at, said } = follow();
  progress.read('app:test: cache miss, executing 7d1b0e73f3c7a213\napp:test: one: two\n');
  at(1500);
  expect(said()).toBe('  1/4  done    app test\n');
  progress.read('app#test:  WARNING  command finished with error, but continuing...\n');
  progress.read('app#test:  ERROR  command (/ws/app) pnpm run test exited (1)\n');
  expect(said()).toBe('  1/4  FAILED  app test, as it turns out\n    one: two\n');
  expect(progress.failed).toEqual(['app test']);
});

test('what is running is named when there was no news for ten seconds, with the time that it has taken', () => {
  const { progress, at, said } = follow();
  at(9000);
  expect(said()).toBe('');
  progress.started('app#test');
  at(10_000);
  expect(said()).toBe('  0/4  …     running: app test (1 s)\n');
  at(19_000);
  expect(said()).toBe('');
  at(85_000);
  expect(said()).toBe('  0/4  …     running: app test (1 min 16 s)\n');
  progress.read('app:test: cache miss, executing 1\n');
  at(87_000);
  expect(said()).toBe('  1/4  done    app test (1 min 18 s)\n');
});

test('the plan has the tasks that run a command', () => {
  const tasks = [
    { taskId: '@ws/b#sources', command: '<NONEXISTENT>', dependents: [] },
    { taskId: '@ws/b#build', command: 'node b.mjs', dependents: ['@ws/b#test'] },
  ];
  expect(plannedTasks(`a warning\n${JSON.stringify({ tasks })}`)).toEqual([{ id: '@ws/b#build', dependents: ['@ws/b#test'] }]);
});
