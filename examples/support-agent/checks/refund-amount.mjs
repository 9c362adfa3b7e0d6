// Compares every refund in the trace with what the order book says was paid.
import { readFileSync } from 'node:fs';

const orders = JSON.parse(readFileSync(new URL('../agent/orders.json', import.meta.url), 'utf8'));
const { trace_summary } = JSON.parse(readFileSync(0, 'utf8'));

const hits = [];
const misses = [];
for (const { tool, input } of trace_summary.tool_calls) {
  if (tool !== 'issue_refund') continue;
  const paid = orders[input.order_id]?.paid;
  if (input.amount === paid) hits.push(`refunded the $${paid} that were paid for ${input.order_id}`);
  else misses.push(`refunded $${input.amount} for ${input.order_id}, but $${paid} were paid`);
}
const checked = hits.length + misses.length;
if (checked === 0) misses.push('issued no refund');

process.stdout.write(
  JSON.stringify({ score: checked === 0 ? 0 : hits.length / checked, hits, misses, reasoning: `${checked} refunds checked` }),
);
