import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cases, entryOf, runIn, type Setup } from '../../../test/comparing-runs.js';
import { suite } from '../../../test/samples.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-compare-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const run = (setup?: Setup) => runIn(directory, setup);

describe('replies that are compared', () => {
  test('replies that do not fit into the memory are read back from the run folder', async () => {
    const length = 5_000_000;
    const { told } = await run({ suites: [suite('math', cases(2))], targets: ['a', 'bb', 'c'], answer: (name) => name + 'x'.repeat(length) });
    expect(told.map((row) => [row.target, entryOf(row)?.score, row.output?.text.length]).toSorted()).toEqual([
      ['a', 0, length + 1], ['a', 0, length + 1], ['bb', 1, length + 2], ['bb', 1, length + 2], ['c', 0, length + 1], ['c', 0, length + 1],
    ]);
  });
});
