import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RUN, spender } from './support/projects/budget-spender.js';

test('a merged run that is gone on with knows what its shards have taken, also for requests that no row tells of', async () => {
  let hangs = true;
  const { summary, assay, workspace } = await spender(8, { config: '', answer: () => (hangs ? { hang: true } : undefined) });
  const shards = ['runs/1', 'runs/2'];
  let taken = 0;
  for (const [index, out] of shards.entries()) {
    const { budgets } = await summary(...RUN, '--shard', `${index + 1}/2`, '--out', out, '--max-tokens', '100000', '--timeout', '1', '--max-retries', '0');
    taken += budgets?.[0]?.tokens ?? 0;
  }
  expect(taken).toBeGreaterThan(8 * 100);
  // A copy of a shard has taken nothing of its own.
  await cp(join(workspace.folder, 'runs/1'), join(workspace.folder, 'runs/copy'), { recursive: true });
  await assay('merge', ...shards, 'runs/copy', '--out', 'all');
  await assay('merge', 'runs/1', '--out', 'part');
  await assay('merge', 'part', ...shards, '--out', 'again');
  hangs = false;
  for (const merged of ['all', 'again']) {
    const resumed = await summary('run', '--resume', merged);
    expect(resumed).toMatchObject({ exitCode: 0, budgets: [{ untold: { requests: 8 } }] });
    expect(resumed.budgets?.[0]?.tokens).toBeGreaterThan(taken);
  }
});
