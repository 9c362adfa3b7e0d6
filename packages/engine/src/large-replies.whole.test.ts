import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResultRow } from '@assay/schema';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cases, executor, planOf, runIn } from '../test/runs-of-cases.js';
import { collect, reply, suite } from '../test/samples.js';
import { createRunStore, openRun, type RunTrialsOptions } from './index.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-run-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const run = (options?: Partial<RunTrialsOptions>) => runIn(directory, options);

describe('runTrials', () => {
  test('rows with large replies are stored one after the other', async () => {
    const counts = { now: 0, most: 0 };
    const store = await createRunStore(directory);
    const append = async (row: ResultRow): Promise<void> => {
      counts.now += 1;
      counts.most = Math.max(counts.most, counts.now);
      await store.append(row);
      counts.now -= 1;
    };
    const large = executor(() => reply('x'.repeat(3 * 2 ** 20)));
    const result = await run({ store: { ...store, append }, executor: large, plan: planOf([suite('math', cases(6))]) });
    expect(result).toMatchObject({ rows: 6 });
    expect(counts.most).toBe(1);
  });

  const odd = {
    'a reply that is too large for a line': () => reply('x'.repeat(2 ** 26 + 2 ** 12), { costUsd: 0.5 }),
  };

  test.each(Object.entries(odd))('%s costs its own row alone, which says what is known', async (title, answer) => {
    const paid = title !== 'a reply whose parts cannot be read';
    const told: ResultRow[] = [];
    const result = await run({
      executor: executor((request) => (request.caseId === 'case-2' ? answer() : undefined)),
      onRow: (row) => told.push(row),
    });
    expect(result).toMatchObject({ rows: 20, interrupted: false });
    expect(result.error).toBeUndefined();
    const rows = await collect((await openRun(directory)).rows());
    const failed = rows.filter(({ status }) => status === 'error');
    expect(failed).toMatchObject([{ caseId: 'case-2', suite: 'math', score: null, scoreBounds: { worst: 0, best: 1 }, output: null }]);
    expect(failed[0]?.error?.message).not.toBe('');
    if (paid) expect(failed[0]?.costUsd).toBe(0.5);
    expect(told.find(({ caseId }) => caseId === 'case-2')).toEqual(failed[0]);
    expect(new Set(rows.map(({ trialKey }) => trialKey)).size).toBe(20);
  });
});
