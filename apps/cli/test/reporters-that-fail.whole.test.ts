import { describe, expect, test } from 'vitest';
import type { Reporter } from '../src/index.js';
import { readTable } from './support/read-csv.js';
import { run } from './support/projects/counting-reporter.js';
import { leftovers, project } from './support/projects/reported-project.js';

describe('a reporter of a program', () => {
  test.each<[string, Partial<Reporter>]>([
    ['throws', { trialFinished: () => { throw new Error('boom'); } }],
    ['rejects at the end', { runFinished: () => Promise.reject(new Error('boom')) }],
    ['hangs', { trialFinished: () => new Promise(() => undefined) }],
    ['hangs at the end and when it is closed', { runFinished: () => new Promise(() => undefined), close: () => new Promise(() => undefined) }],
  ])('one that %s loses its own report alone, and leaves no file', async (_how, change) => {
    const workspace = await project({ 'a.txt': 'before' });
    const { summary, lostReporters } = await run(workspace, change, ['count=a.txt', 'csv=c.csv']);
    expect(summary).toMatchObject({ outcome: 'failed', exitCode: 1 });
    expect(lostReporters).toMatchObject([{ name: 'count', report: 'a.txt' }]);
    expect(await workspace.read('a.txt')).toBe('before');
    expect(readTable(await workspace.read('c.csv'))).toHaveLength(2);
    expect(await leftovers(workspace)).toEqual([]);
  });
});
