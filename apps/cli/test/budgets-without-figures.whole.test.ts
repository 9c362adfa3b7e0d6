import { describe, expect, test } from 'vitest';
import { PRICES, RUN, spender } from './support/projects/budget-spender.js';

describe('--max-cost', () => {
  test('without a bound of replies it begins alone, and learns how long they get', async () => {
    const { summary, spent } = await spender(60, { maxTokens: null });
    expect(await summary(...RUN, '--max-cost', '2')).toMatchObject({ exit_code: 3, budgets: [{ stopped_by: 'cost' }] });
    expect(spent().costUsd).toBeLessThanOrEqual(2);
    expect(spent().costUsd).toBeGreaterThan(1.2);
  });

  test('a reply that tells nothing counts as what it may have cost, and that is said', async () => {
    const silent = JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'it is 42' }, finish_reason: 'stop' }] });
    const { assay, asked } = await spender(40, { answer: () => ({ raw: silent }) });
    const { exitCode, stdout } = await assay(...RUN, '--max-cost', '3');
    expect(exitCode).toBe(3);
    // Each may have 11 bytes, 16 tokens beside them and 100 of a reply: 0.23 dollars.
    expect(asked()).toBeGreaterThan(10);
    expect(asked()).toBeLessThan(14);
    expect(stdout.replaceAll(/\s+/gu, ' ')).toMatch(/1[0-3] requests did not tell what they took, and count as the most that they may have taken: \$2\.\d\d/u);
  });
});

test('what a suite has spent counts when it has a budget again, though it had none for a while', async () => {
  const silent = JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: 'it is 42' }, finish_reason: 'stop' }] });
  const limited = `${PRICES}budgets: { a: { max_cost: 1 } }\n`;
  const { summary, asked, workspace } = await spender(40, { answer: () => ({ raw: silent }), config: limited });
  const first = await summary(...RUN);
  const spent = first.budgets?.[0]?.cost_usd ?? 0;
  // Rows do not tell it: the replies said nothing.
  expect([first.exit_code, spent > 0.7, spent <= 1]).toEqual([3, true, true]);
  const before = asked();
  await workspace.write({ '.assay/config.yaml': PRICES });
  expect((await summary('run', '--resume', '--max-tokens', '1')).exit_code).toBe(3);
  await workspace.write({ '.assay/config.yaml': limited });
  const last = await summary('run', '--resume', '--max-tokens', '1000000');
  expect(last.budgets?.find(({ suite }) => suite === 'a')?.cost_usd).toBeCloseTo(spent, 6);
  expect(asked()).toBe(before);
});
