import type { Trial } from '@assay/schema';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunWorkspaces } from './run-folders.js';
import { workspacesOfRuns } from './workspaces-of-runs.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SIGNAL = new AbortController().signal;
const PLACE = { runId: '', directory: '/', signal: SIGNAL };

/** Workspaces of runs named by the suites of trials, with what is done to them. */
function watched() {
  const log: string[] = [];
  let made = 0;
  const openFor = (): RunWorkspaces => {
    const name = `#${(made += 1)}`;
    return {
      async open(_trial, { runId }) {
        log.push(`${name} opens for ${runId}`);
        return { path: '/', changes: async () => ({ text: '', warnings: [] }), renew: async () => undefined, settle: () => undefined, close: async () => [] };
      },
      async end() {
        log.push(`${name} ends`);
      },
    };
  };
  const workspaces = workspacesOfRuns(openFor, ({ suite }) => suite);
  return { log, workspaces, open: (suite: string) => workspaces.open({ suite } as Trial, PLACE) };
}

test('every run has its own, which end when no trial of it has come for half a minute', async () => {
  const { log, open } = watched();
  const [a, b] = [await open('a'), await open('b')];
  await a.close();
  await vi.advanceTimersByTimeAsync(29_000);
  const second = await open('a');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log.splice(0)).toEqual(['#1 opens for a', '#2 opens for b', '#1 opens for a']);
  await second.close();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(log.splice(0)).toEqual(['#1 ends']);
  await b.close();
  await open('a');
  expect(log).toEqual(['#3 opens for a']);
});

test('at the end of the process all end, once', async () => {
  const { log, open, workspaces } = watched();
  await (await open('a')).close();
  await open('b');
  await workspaces.end();
  await workspaces.end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(log.slice(2).toSorted()).toEqual(['#1 ends', '#2 ends']);
});
