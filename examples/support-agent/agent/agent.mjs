// A small support agent. It reads the customer's message from its argument, decides by rules which
// tools to use, uses them, and prints its turns with every tool call as JSON.
import { performance } from 'node:perf_hooks';
import { tools } from './tools.mjs';

const message = process.argv[2] ?? '';
const calls = [];

function use(tool, input) {
  const start = performance.now();
  const output = tools[tool](input);
  calls.push({ tool, input, output, duration_ms: performance.now() - start });
  return output;
}

function refund(orderId, order) {
  const policy = use('check_refund_policy', { order_id: orderId });
  if (!policy.refundable) {
    return `I am sorry, order ${orderId} was delivered more than ${policy.window_days} days ago, so I cannot refund it.`;
  }
  // The mistake that this suite is there to find: it refunds the list price, not what was paid.
  const { refunded } = use('issue_refund', { order_id: orderId, amount: order.list_price });
  return `I have refunded $${refunded.toFixed(2)} for your ${order.item.toLowerCase()}.`;
}

function answer() {
  if (/\b(human|person|manager|complain)/iu.test(message)) {
    const { ticket } = use('create_ticket', { topic: 'complaint', priority: 'high' });
    return `I am sorry about that. I have opened ticket ${ticket}; a colleague will call you today.`;
  }
  const orderId = /\bA-\d{4}\b/u.exec(message)?.[0];
  if (!orderId) return 'Could you tell me your order number? It looks like A-1234.';
  const order = use('lookup_order', { order_id: orderId });
  if (order.error) return `I cannot find order ${orderId}. Could you check the number?`;
  if (/refund|money back|return/iu.test(message)) return refund(orderId, order);
  return order.status === 'delivered'
    ? `Your ${order.item.toLowerCase()} was delivered ${order.delivered_days_ago} days ago.`
    : `Your ${order.item.toLowerCase()} is in transit and should arrive in ${order.expected_in_days} days.`;
}

const content = answer();
process.stdout.write(JSON.stringify({ output_messages: [{ role: 'assistant', content, tool_calls: calls }] }));
